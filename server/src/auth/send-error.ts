// Every failure in the shape of this dialect: {code, error_code, msg}, or {code, message} for clients that
// name the version from which codes are words.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { explain } from '../http/errors.ts'
import { TooManyRequests } from '../http/request-limits.ts'
import { note } from '../http/request-log.ts'
import { TokenRefused } from '../http/token-refused.ts'
import { asAuthError } from './database-errors.ts'
import { AuthError, badToken, tooOften } from './errors.ts'

const versionHeader = 'x-supabase-api-version'
const firstWithWords = '2024-01-01'

export function sendError(
  error: FastifyError | AuthError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, code, message, headers, more } = authErrorFrom(error, request)
  note(request, { code })
  if (wantsWords(request)) {
    return reply
      .code(status)
      .headers({ ...headers, [versionHeader]: firstWithWords })
      .send({ code, message, ...more })
  }
  return reply
    .code(status)
    .headers(headers)
    .send({ code: status, error_code: code, msg: message, ...more })
}

function wantsWords({ headers }: FastifyRequest) {
  const version = headers[versionHeader]
  return (
    typeof version === 'string' && /^\d{4}-\d\d-\d\d$/u.test(version) && version >= firstWithWords
  )
}

/** What any failure is called here. */
export function authErrorFrom(given: FastifyError | AuthError, request: FastifyRequest): AuthError {
  const error = asAuthError(given)
  if (error instanceof AuthError) {
    if (error.status >= 500) request.log.error({ err: error }, 'A request failed.')
    return error
  }
  if (error instanceof TokenRefused) return badToken(error.message)
  if (error instanceof TooManyRequests) return tooOften(error.retryAfter)
  const { status, headers, answer } = explain(given, request)
  const code = status >= 500 ? 'unexpected_failure' : answer.code
  return new AuthError(status, code, answer.message, { headers })
}
