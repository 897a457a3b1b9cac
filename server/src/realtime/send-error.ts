// Refusals of requests: {code, message}, as clients of this dialect read them.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../http/errors.ts'
import { TooManyRequests } from '../http/request-limits.ts'
import { note } from '../http/request-log.ts'
import { TokenRefused } from '../http/token-refused.ts'
import { badToken, Refused } from './refused.ts'

/** Any other is 400. 404 would tell clients that the server is too old for the call. */
const statuses = new Map([
  ['InvalidJWTToken', 401],
  ['SessionEnded', 401],
  ['Unauthorized', 403],
  ['PrivateOnly', 403],
  ['PayloadTooLarge', 413],
  ['ConnectionRateLimitReached', 429],
  ['MessagePerSecondRateLimitReached', 429],
])

export function sendError(
  error: FastifyError | Refused,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refused = error instanceof TokenRefused ? badToken(error.message) : error
  if (refused instanceof Refused) {
    const { code, message } = refused
    note(request, { code })
    const status = statuses.get(code) ?? 400
    if (status === 429) reply.header('retry-after', 1)
    return reply.code(status).send({ code, message })
  }
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfter)
  const { status, headers, answer } = explain(error, request)
  return reply.code(status).headers(headers).send(answer)
}
