// What PostgreSQL refused, as an answer of this dialect.
import { isConnectionLost } from '../postgres/error-code.ts'
import { DatabaseRefusal } from '../postgres/pool/database-refusal.ts'
import { NoConnection } from '../postgres/pool/request-pool.ts'
import { readRaised } from '../http/raised.ts'
import { busy, forbidden, invalid, isThere, notEmpty, StorageError, tookTooLong } from './errors.ts'

/** A lock that was not free in time, two that met half-way, too little of something. */
const passing = /^(?:55P03|40...|53...|57P..)$/u
const badValue = /^(?:22...|23514|23502|54...)$/u

/** Which table has the policy is nobody's business. */
const policyOf = /^(new row violates row-level security policy)\b.*$/u

export function asStorageError(error: unknown): unknown {
  if (error instanceof NoConnection || isConnectionLost(error)) return busy(error)
  if (!(error instanceof DatabaseRefusal)) return error
  const { code, message, detail } = error
  if (code === 'PGRST') return fromRaise(message, detail) ?? error
  if (code === '42501') return forbidden(message.replace(policyOf, '$1'))
  if (code === '23505') return isThere()
  if (code === '23503' || code === '23001') return notEmpty()
  if (code === '57014') return tookTooLong()
  if (passing.test(code)) return busy(error)
  if (badValue.test(code)) return invalid('The request has a value that cannot be stored.')
  return error
}

function fromRaise(text: string, detail: string | undefined) {
  const raised = readRaised(text, detail)
  if (!raised) return undefined
  const { status, code, message, headers } = raised
  return new StorageError(status, code, message, { headers })
}
