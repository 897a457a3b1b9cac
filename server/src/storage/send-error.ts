// Every failure in the shape of this dialect: {statusCode, error, message}.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../http/errors.ts'
import { TooManyRequests } from '../http/request-limits.ts'
import { TokenRefused } from '../http/token-refused.ts'
import { asStorageError } from './database-errors.ts'
import { StorageError, tooOften, unauthorized } from './errors.ts'

export function sendError(
  given: FastifyError | StorageError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = given instanceof StorageError ? given : refusalFrom(given, request)
  const { status, error, message, headers } = refusal
  if (status >= 500) request.log.error({ err: given }, 'A request failed.')
  // Whatever was meant for the file.
  reply.removeHeader('content-disposition')
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send({ statusCode: String(status), error, message })
}

function refusalFrom(given: FastifyError, request: FastifyRequest): StorageError {
  const error = asStorageError(given, false)
  if (error instanceof StorageError) return error
  if (error instanceof TokenRefused) return unauthorized(error.message, error.challenge)
  if (error instanceof TooManyRequests) return tooOften(error.retryAfter)
  const { status, headers, answer } = explain(given, request)
  return new StorageError(status, answer.code, answer.message, { headers })
}
