// Every failure in the shape of this dialect: {code, details, hint, message}.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../http/errors.ts'
import { TooManyRequests } from '../http/request-limits.ts'
import { note } from '../http/request-log.ts'
import { type Refused, TokenRefused } from '../http/token-refused.ts'
import { RestError } from './errors.ts'
import { headerText } from './parse/header-text.ts'

const tokenCodes: Record<Refused, string> = {
  undecodable: 'PGRST301',
  missing: 'PGRST302',
  claims: 'PGRST303',
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, statusText, headers, body } = restErrorFrom(error, request)
  note(request, { code: body.code })
  if (statusText !== undefined) reply.raw.statusMessage = headerText(statusText)
  // A rule of the database may call its code anything.
  const proxyStatus = /^\w+$/u.test(body.code)
    ? { 'proxy-status': `PostgREST; error=${body.code}` }
    : {}
  return reply
    .code(status)
    .headers({ ...proxyStatus, ...headers })
    .send(body)
}

function restErrorFrom(error: FastifyError, request: FastifyRequest): RestError {
  if (error instanceof RestError) {
    if (error.status >= 500) request.log.error({ err: error }, 'A request failed.')
    return error
  }
  if (error instanceof TokenRefused) {
    const headers = { 'www-authenticate': error.challenge }
    return new RestError(401, tokenCodes[error.why], error.message, { headers })
  }
  if (error instanceof TooManyRequests) {
    const headers = { 'retry-after': String(error.retryAfter) }
    const hint = `Try again in ${error.retryAfter} seconds.`
    return new RestError(429, 'too_many_requests', error.message, { hint, headers })
  }
  const { status, headers, answer } = explain(error, request)
  return new RestError(status, answer.code, answer.message, { headers })
}
