// What PostgreSQL refused, as an answer of this dialect.
import { codeOf, isConnectionLost } from '../database/error-code.ts'
import { readRaised } from '../http/raised.ts'
import { AuthError, emailTaken, invalid } from './errors.ts'

/** A lock that was not free in time, a statement that took too long, two that met half-way. */
const busy = /^(?:55P03|57014|40...|53...)$/u
const badValue = /^(?:22...|23514)$/u

export function asAuthError(error: unknown): unknown {
  if (isConnectionLost(error)) return unavailable(error)
  const code = codeOf(error) ?? ''
  if (code === 'PGRST') return fromRaise(error)
  if (code === '23505') return emailTaken()
  if (code === '23503') {
    return new AuthError(409, 'conflict', 'This user has records that cannot be deleted.')
  }
  if (busy.test(code)) return unavailable(error)
  if (badValue.test(code)) return invalid('The request has a value that cannot be stored.')
  return error
}

function fromRaise(error: unknown) {
  const { message, detail } = fieldsOf(error)
  const raised = readRaised(message, detail)
  if (!raised) return error
  return new AuthError(raised.status, raised.code, raised.message, { headers: raised.headers })
}

function fieldsOf(error: unknown) {
  const isError = error instanceof Error
  const detail = isError && 'detail' in error ? error.detail : undefined
  return {
    message: isError ? error.message : '',
    detail: typeof detail === 'string' ? detail : undefined,
  }
}

function unavailable(cause: unknown) {
  const message = 'The server is busy. Try again soon.'
  return new AuthError(503, 'request_timeout', message, {
    headers: { 'retry-after': '1' },
    cause,
  })
}
