// Converts errors to responses with the body {code, details, hint, message}.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../http/errors.ts'
import { TooManyRequests } from '../http/rate-limits.ts'
import { addLogFields } from '../http/request-log.ts'
import { type TokenRefusalReason, TokenRefused } from '../http/identity.ts'
import { RestError } from './errors.ts'
import { encodeHeaderText } from './parse/headers.ts'
import { DatabaseRefusal } from '../postgres/pool/errors.ts'
import { NoConnectionError } from '../postgres/pool/request-pool.ts'
import { isConnectionLost } from '../postgres/error-code.ts'
import { isRaisedError, parseRaisedError } from '../http/raised-errors.ts'

const tokenCodes: Record<TokenRefusalReason, string> = {
  undecodable: 'PGRST301',
  missing: 'PGRST302',
  claims: 'PGRST303',
}

/** HTTP statuses by SQLSTATE prefix, with longer prefixes before shorter ones. */
const statusesByCode: [start: string, status: number][] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23001', 409],
  ['23503', 409],
  ['23505', 409],
  ['23P01', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 503],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53', 503],
  ['54', 400],
  // PostgreSQL raises this code for a write to a view that is not updatable.
  ['55000', 400],
  ['55P03', 503],
  ['55', 500],
  ['57014', 504],
  ['57P', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  // This entry applies if the HTTP status in a code such as PT404 is invalid.
  ['PT', 500],
  ['XX', 500],
]

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, statusText, headers, body } = restErrorFrom(error, request)
  addLogFields(request, { code: body.code })
  if (statusText !== undefined) reply.raw.statusMessage = encodeHeaderText(statusText)
  // SQL can raise an error with any text as its code, and not every text is valid in a header.
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
    const { details } = error
    return new RestError(401, tokenCodes[error.reason], error.message, { details, headers })
  }
  if (error instanceof TooManyRequests) {
    const headers = { 'retry-after': String(error.retryAfter) }
    const hint = `Try again in ${error.retryAfter} seconds.`
    return new RestError(429, 'too_many_requests', error.message, { hint, headers })
  }
  const { status, headers, body } = describeError(error, request)
  return new RestError(status, body.code, body.message, { headers })
}

/** Converts a database error to a RestError, and returns any other error unchanged. */
export function toRestError(error: unknown, isVisitor: boolean): unknown {
  if (error instanceof NoConnectionError) {
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  if (error instanceof DatabaseRefusal) return fromRefusal(error, isVisitor)
  if (!isConnectionLost(error)) return error
  return unavailable('PGRST001', 'The database does not respond. Try again soon.', error)
}

function fromRefusal(refusal: DatabaseRefusal, isVisitor: boolean): RestError {
  const { code, message, detail, hint } = refusal
  if (code === 'PGRST') return fromRaise(refusal)
  const raisedStatus = /^PT([2-5]\d\d)$/u.exec(code)?.[1]
  if (raisedStatus !== undefined)
    return new RestError(Number(raisedStatus), code, message, { details: detail, hint })
  const status = statusOf(refusal, isVisitor)
  if (status === 503) return unavailable(code, 'The server is busy. Try again soon.', refusal)
  if (status === 504) return new RestError(504, code, 'The request took too long and was stopped.')
  // The details of an internal error are only logged.
  if (status >= 500)
    return new RestError(status, code, 'Something went wrong in the database.', { cause: refusal })
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  const advice = code === '54001' ? 'Send data that is nested less deeply.' : hint
  return new RestError(status, code, message, { details: detail, hint: advice, headers })
}

function statusOf({ code, message }: DatabaseRefusal, isVisitor: boolean) {
  if (code === '42501') return isVisitor ? 401 : 403
  // Code 21000 is the client's fault only for repeated rows and for changes without a filter.
  if (code === '21000') return /ON CONFLICT|requires a WHERE clause/u.test(message) ? 400 : 500
  if (code === '22023' && /^role .* does not exist$/u.test(message)) return 401
  return statusesByCode.find(([start]) => code.startsWith(start))?.[1] ?? 400
}

/** Returns the error response that SQL defined with `raise sqlstate 'PGRST'`. */
function fromRaise({ message, detail }: DatabaseRefusal): RestError {
  const raised = parseRaisedError(message, detail)
  if (!raised) {
    return unreadableRaise(message, detail)
  }
  const { status, status_text: statusText, code, details, hint, headers } = raised
  const explanation = { details, hint: hint ?? undefined, headers, statusText }
  return new RestError(status, code, raised.message, explanation)
}

/** Explains whether MESSAGE or DETAIL is invalid. */
function unreadableRaise(message: string, detail: string | undefined) {
  const [details, hint] = isRaisedError(message)
    ? [
        detail
          ? `Invalid JSON value for DETAIL: '${detail}'`
          : 'DETAIL is missing in the RAISE statement',
        "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
      ]
    : [
        `Invalid JSON value for MESSAGE: '${message}'`,
        "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      ]
  return new RestError(
    500,
    'PGRST121',
    'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    { details, hint },
  )
}

function unavailable(code: string, message: string, cause: unknown) {
  return new RestError(503, code, message, { headers: { 'retry-after': '1' }, cause })
}
