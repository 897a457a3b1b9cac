import { transact } from '../../postgres/transaction.ts'
import { isPassword } from '../accounts/passwords.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { SignedInUser } from '../authenticate.ts'
import { AuthError } from '../errors.ts'
import { consumeCode } from '../otp/one-time-tokens.ts'
import type { Purpose } from '../otp/token-purposes.ts'
import type { ClientInfo } from '../parse-request.ts'
import { countCodeAttempt, refundCodeAttempt } from '../rate-limits.ts'

export interface ReauthenticationProof {
  current_password?: string | null | undefined
  nonce?: string | null | undefined
}

const reauthenticateAfterMs = 24 * 3600 * 1000

/**
 * Throws unless the user has authenticated recently. This check protects changes with which a stranger could take over
 * the account. A sign-in during the last 24 hours is enough. Otherwise the user enters the current password, or a code
 * from an email or SMS.
 */
export async function requireReauthentication(
  auth: AuthDependencies,
  user: SignedInUser,
  proof: ReauthenticationProof,
  client: ClientInfo,
) {
  const { current_password: currentPassword, nonce } = proof
  if (currentPassword)
    return limitAttempts(auth, user, client, () => checkCurrentPassword(user, currentPassword))
  if (nonce) return limitAttempts(auth, user, client, () => checkNonce(auth, user, nonce))
  if (Date.now() - user.session.created_at.getTime() > reauthenticateAfterMs) {
    const message = 'Password update requires reauthentication'
    throw new AuthError(400, 'reauthentication_needed', message)
  }
}

/** Counts attempts per session, so that another session cannot use up the attempts of this one. */
async function limitAttempts(
  { pool }: AuthDependencies,
  { session: { id } }: SignedInUser,
  client: ClientInfo,
  check: () => Promise<void>,
) {
  const attempt = await countCodeAttempt(pool, id, client, { isSignedIn: true })
  await check()
  await refundCodeAttempt(pool, attempt)
}

async function checkCurrentPassword({ account }: SignedInUser, password: string) {
  if (await isPassword(password, account.encrypted_password)) return
  throw new AuthError(400, 'invalid_credentials', 'The current password is incorrect.')
}

async function checkNonce(
  auth: AuthDependencies,
  { account: { email, phone } }: SignedInUser,
  code: string,
) {
  const purposes: Purpose[] = ['reauthentication', 'sms_reauthentication']
  const address = email ?? phone
  const consumed =
    address &&
    (await transact(auth.pool, (db) => consumeCode(auth, db, { address, code, purposes })))
  if (consumed) return
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
