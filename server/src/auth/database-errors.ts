// What PostgreSQL refused, as an answer of this dialect.
import { codeOf, isConnectionLost } from '../postgres/error-code.ts'
import { readRaised } from '../http/raised.ts'
import { AuthError, emailTaken, invalid, phoneTaken } from './errors.ts'

/** A lock that was not free in time, a statement that took too long, two that met half-way. */
const busy = /^(?:55P03|57014|40...|53...)$/u
const badValue = /^(?:22...|23514)$/u

export function asAuthError(error: unknown): unknown {
  if (isConnectionLost(error)) return unavailable(error)
  const code = codeOf(error) ?? ''
  if (code === 'PGRST') return fromRaise(error)
  if (code === '23505') return alreadyThere(error)
  if (code === '23503' || code === '23001') return hasRecords()
  if (busy.test(code)) return unavailable(error)
  if (badValue.test(code)) return invalid('The request has a value that cannot be stored.')
  return error
}

function alreadyThere(error: unknown) {
  const { constraint } = fieldsOf(error)
  if (constraint === 'users_email_partial_key') return emailTaken()
  if (constraint === 'users_phone_key') return phoneTaken()
  if (constraint === 'users_pkey') {
    return new AuthError(422, 'user_already_exists', 'A user with this id already exists')
  }
  return new AuthError(409, 'conflict', 'Somebody else did the same at this moment. Try again.')
}

function hasRecords() {
  const message =
    'This user has records that others need, and cannot be deleted. Ban the user instead.'
  return new AuthError(409, 'conflict', message)
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
