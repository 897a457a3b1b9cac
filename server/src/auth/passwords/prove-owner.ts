import { transact } from '../../postgres/queryable.ts'
import { AuthError } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import type { Purpose } from '../one-time/purposes.ts'
import { spendCode } from '../one-time/spend.ts'
import type { Auth } from '../parts.ts'
import type { Person } from '../person.ts'
import type { Visitor } from '../visitor.ts'
import { isPassword } from './hash.ts'

export interface Proof {
  current_password?: string | null | undefined
  nonce?: string | null | undefined
}

const day = 24 * 3600 * 1000

/**
 * Before what would give an account away. Who signed in today has proven it; others do so by the present password, or
 * by a code from their mailbox or telephone.
 */
export async function proveOwner(auth: Auth, person: Person, proof: Proof, visitor: Visitor) {
  const { current_password: current, nonce } = proof
  if (current) return inFewTries(auth, person, visitor, () => checkPresent(person, current))
  if (nonce) return inFewTries(auth, person, visitor, () => spendNonce(auth, person, nonce))
  if (Date.now() - person.session.created_at.getTime() > day) {
    const message = 'Password update requires reauthentication'
    throw new AuthError(400, 'reauthentication_needed', message)
  }
}

/** Counted by session: neither strangers nor a thief in another session use up the owner's tries. */
async function inFewTries(
  { pool }: Auth,
  { session: { id } }: Person,
  visitor: Visitor,
  check: () => Promise<void>,
) {
  await beginCode(pool, id, visitor)
  await check()
  await finishCode(pool, id, visitor)
}

async function checkPresent({ account }: Person, password: string) {
  if (await isPassword(password, account.encrypted_password)) return
  throw new AuthError(400, 'invalid_credentials', 'The present password is not right.')
}

async function spendNonce(auth: Auth, { account: { email, phone } }: Person, code: string) {
  const purposes: Purpose[] = ['reauthentication', 'sms_reauthentication']
  const address = email ?? phone
  const spent =
    address && (await transact(auth.pool, (db) => spendCode(auth, db, { address, code, purposes })))
  if (spent) return
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
