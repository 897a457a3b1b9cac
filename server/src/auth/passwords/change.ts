import type { Account } from '../accounts/account.ts'
import { AuthError } from '../errors.ts'
import { hashPassword, isPassword } from './hash.ts'
import { checkPassword } from './rules.ts'

/** The hash of a new password that may take the place of the present one. */
export async function hashOfNew(account: Account, password: string): Promise<string> {
  await checkPassword(password, [account.email])
  if (account.encrypted_password && (await isPassword(password, account.encrypted_password))) {
    const message = 'New password should be different from the old password.'
    throw new AuthError(422, 'same_password', message)
  }
  return hashPassword(password)
}
