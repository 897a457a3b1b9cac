// Sends errors as {code, error_code, msg}, where the code is the HTTP status. Clients of API version 2024-01-01 or
// later get {code, message}, where the code is a word.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../http/errors.ts'
import { parseRaisedError } from '../http/raised-errors.ts'
import { TooManyRequests } from '../http/rate-limits.ts'
import { addLogFields } from '../http/request-log.ts'
import { TokenRefused } from '../http/identity.ts'
import { codeOf, isConnectionLost } from '../postgres/error-code.ts'
import { AuthError, badToken, emailTaken, invalid, phoneTaken, tooOften } from './errors.ts'

const versionHeader = 'x-supabase-api-version'
const firstVersionWithWords = '2024-01-01'

export function sendError(
  error: FastifyError | AuthError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, code, message, headers, more } = toAuthError(error, request)
  addLogFields(request, { code })
  if (wantsWordCodes(request)) {
    return reply
      .code(status)
      .headers({ ...headers, [versionHeader]: firstVersionWithWords })
      .send({ code, message, ...more })
  }
  return reply
    .code(status)
    .headers(headers)
    .send({ code: status, error_code: code, msg: message, ...more })
}

function wantsWordCodes({ headers }: FastifyRequest) {
  const version = headers[versionHeader]
  return (
    typeof version === 'string' &&
    /^\d{4}-\d\d-\d\d$/u.test(version) &&
    version >= firstVersionWithWords
  )
}

export function toAuthError(
  original: FastifyError | AuthError,
  request: FastifyRequest,
): AuthError {
  const error = fromDatabaseError(original)
  if (error instanceof AuthError) {
    if (error.status >= 500) request.log.error({ err: error }, 'A request failed.')
    return error
  }
  if (error instanceof TokenRefused) return badToken(error.message)
  if (error instanceof TooManyRequests) return tooOften(error.retryAfter)
  const { status, headers, body } = describeError(original, request)
  const code = status >= 500 ? 'unexpected_failure' : body.code
  return new AuthError(status, code, body.message, { headers })
}

/** These error codes mean a lock timeout, a statement timeout, a deadlock, or too few resources. */
const busyCodes = /^(?:55P03|57014|40...|53...)$/u
const badValueCodes = /^(?:22...|23514)$/u

/** Converts an error of PostgreSQL to an error of this API. Returns any other error unchanged. */
export function fromDatabaseError(error: unknown): unknown {
  if (isConnectionLost(error)) return unavailable(error)
  const code = codeOf(error) ?? ''
  if (code === 'PGRST') return raisedError(error)
  if (code === '23505') return uniqueViolation(error)
  if (code === '23503' || code === '23001') return stillReferenced()
  if (busyCodes.test(code)) return unavailable(error)
  if (badValueCodes.test(code)) return invalid('The request has a value that cannot be stored.')
  return error
}

function uniqueViolation(error: unknown) {
  const { constraint } = fieldsOf(error)
  if (constraint === 'users_email_partial_key') return emailTaken()
  if (constraint === 'users_phone_key') return phoneTaken()
  if (constraint === 'users_pkey') {
    return new AuthError(422, 'user_already_exists', 'A user with this id already exists')
  }
  return new AuthError(
    409,
    'conflict',
    'Someone else made the same change at this moment. Try again.',
  )
}

function stillReferenced() {
  const message =
    'This user has records that others need and cannot be deleted. Ban the user instead.'
  return new AuthError(409, 'conflict', message)
}

function raisedError(error: unknown) {
  const { message, detail } = fieldsOf(error)
  const raised = parseRaisedError(message, detail)
  if (!raised) return error
  return new AuthError(raised.status, raised.code, raised.message, { headers: raised.headers })
}

function fieldsOf(error: unknown) {
  const isError = error instanceof Error
  const detail = isError && 'detail' in error ? error.detail : undefined
  const constraint = isError && 'constraint' in error ? error.constraint : undefined
  return {
    message: isError ? error.message : '',
    detail: typeof detail === 'string' ? detail : undefined,
    constraint,
  }
}

function unavailable(cause: unknown) {
  const message = 'The server is busy. Try again soon.'
  return new AuthError(503, 'request_timeout', message, {
    headers: { 'retry-after': '1' },
    cause,
  })
}
