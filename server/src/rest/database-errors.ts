// What PostgreSQL refused, as an answer of this dialect.
import { DatabaseRefusal } from '../postgres/pool/database-refusal.ts'
import { NoConnection } from '../postgres/pool/request-pool.ts'
import { isConnectionLost } from '../postgres/error-code.ts'
import { isRaisedMessage, readRaised } from '../http/raised.ts'
import { RestError } from './errors.ts'

/** The rule that comes first counts: the longest beginning of a code stands before shorter ones. */
const statuses: [start: string, status: number][] = [
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
  // A view that cannot be written to is one of these.
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
  // Its number is no status.
  ['PT', 500],
  ['XX', 500],
]

/** What the database said, in the words of this dialect; anything else as it is. */
export function asRestError(error: unknown, isVisitor: boolean): unknown {
  if (error instanceof NoConnection) {
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  if (error instanceof DatabaseRefusal) return fromRefusal(error, isVisitor)
  if (!isConnectionLost(error)) return error
  return unavailable('PGRST001', 'The database does not answer. Try again soon.', error)
}

function fromRefusal(refusal: DatabaseRefusal, isVisitor: boolean): RestError {
  const { code, message, detail, hint } = refusal
  if (code === 'PGRST') return fromRaise(refusal)
  const chosen = /^PT([2-5]\d\d)$/u.exec(code)?.[1]
  if (chosen !== undefined)
    return new RestError(Number(chosen), code, message, { details: detail, hint })
  const status = statusOf(refusal, isVisitor)
  if (status === 503) return unavailable(code, 'The server is busy. Try again soon.', refusal)
  if (status === 504) return new RestError(504, code, 'The request took too long and was stopped.')
  // Whatever else went wrong inside is ours to know: the log has it.
  if (status >= 500)
    return new RestError(status, code, 'Something went wrong in the database.', { cause: refusal })
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return new RestError(status, code, message, { details: detail, hint, headers })
}

function statusOf({ code, message }: DatabaseRefusal, isVisitor: boolean) {
  if (code === '42501') return isVisitor ? 401 : 403
  // Several rows where one should be: of what was sent, or else of a view or a function that is wrong itself.
  if (code === '21000') return /ON CONFLICT|requires a WHERE clause/u.test(message) ? 400 : 500
  if (code === '22023' && /^role .* does not exist$/u.test(message)) return 401
  return statuses.find(([start]) => code.startsWith(start))?.[1] ?? 400
}

/** A rule said itself what to answer. */
function fromRaise({ message, detail }: DatabaseRefusal): RestError {
  const raised = readRaised(message, detail)
  if (!raised) {
    return unreadable(message, detail)
  }
  const { status, status_text: statusText, code, details, hint, headers } = raised
  const explanation = { details, hint: hint ?? undefined, headers, statusText }
  return new RestError(status, code, raised.message, explanation)
}

/** Which of the two parts is not as it has to be. */
function unreadable(message: string, detail: string | undefined) {
  const [details, hint] = isRaisedMessage(message)
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
