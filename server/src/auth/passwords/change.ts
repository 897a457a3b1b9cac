import { z } from 'zod'
import { transact } from '../../database/queryable.ts'
import { AuthError } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import { spendCode } from '../one-time/spend.ts'
import type { Auth } from '../parts.ts'
import type { Person } from '../person.ts'
import type { Visitor } from '../visitor.ts'
import { hashPassword, isPassword } from './hash.ts'
import { checkPassword } from './rules.ts'

interface Wish {
  password?: string | null | undefined
  current_password?: string | null | undefined
  nonce?: string | null | undefined
}

const day = 24 * 3600 * 1000

/** The hash of the new password, once it is clear that its owner wants it. */
export async function newPasswordFor(
  auth: Auth,
  person: Person,
  wish: Wish,
  visitor: Visitor,
): Promise<string> {
  const { account } = person
  const password = z.string().parse(wish.password)
  await checkPassword(password, [account.email])
  await proveOwner(auth, person, wish, visitor)
  if (account.encrypted_password && (await isPassword(password, account.encrypted_password))) {
    const message = 'New password should be different from the old password.'
    throw new AuthError(422, 'same_password', message)
  }
  return hashPassword(password)
}

/** Who signed in today has proven it; others do so by the present password, or by a code from their mailbox. */
async function proveOwner(
  auth: Auth,
  { account, session }: Person,
  { current_password: current, nonce }: Wish,
  visitor: Visitor,
) {
  const counted = account.email ?? account.id
  if (current) {
    await beginCode(auth.pool, counted, visitor)
    if (!(await isPassword(current, account.encrypted_password))) {
      throw new AuthError(400, 'invalid_credentials', 'The present password is not right.')
    }
    return finishCode(auth.pool, counted, visitor)
  }
  if (nonce) {
    await beginCode(auth.pool, counted, visitor)
    await spendNonce(auth, counted, nonce)
    return finishCode(auth.pool, counted, visitor)
  }
  if (Date.now() - session.created_at.getTime() > day) {
    const message = 'Password update requires reauthentication'
    throw new AuthError(400, 'reauthentication_needed', message)
  }
}

async function spendNonce(auth: Auth, email: string, code: string) {
  const spent = await transact(auth.pool, (db) =>
    spendCode(auth, db, { email, code, purposes: ['reauthentication'] }),
  )
  if (!spent) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
}
