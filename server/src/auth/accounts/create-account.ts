import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/transaction.ts'
import type { ProviderAccount } from '../oauth/provider.ts'
import { addLinkedAccount, syncOwnLogins } from './linked-accounts.ts'

export interface NewAccount {
  id?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  passwordHash?: string | undefined
  isConfirmed?: boolean
  isPhoneConfirmed?: boolean
  isInvited?: boolean
  isAnonymous?: boolean
  userMetadata?: Record<string, unknown> | undefined
  appMetadata?: Record<string, unknown> | undefined
  /**
   * The user's account at an OAuth or SSO provider. It is undefined unless a sign-in at that provider creates the new
   * account.
   */
  providerAccount?: ProviderAccount
}

/** Inserts the account. Triggers of the application schema add their own rows in the same transaction. */
export async function createAccount(db: Queryable, account: NewAccount): Promise<string> {
  const { id = randomUUID(), email, phone, providerAccount } = account
  const ownProviders = [email && 'email', phone && 'phone'].filter(Boolean)
  const providers = providerAccount ? [providerAccount.provider] : ownProviders
  const appMetadata = { ...account.appMetadata, provider: providers[0], providers }
  await db.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
       invited_at, confirmation_token, recovery_token, email_change_token_new, email_change, raw_app_meta_data,
       raw_user_meta_data, is_anonymous, created_at, updated_at
     ) values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4,
       case when $5 then now() end, case when $6 then now() end, case when $7 then now() end, '', '', '', '', $8, $9, $10,
       now(), now()
     )`,
    [
      id,
      email ?? null,
      phone ?? null,
      account.passwordHash ?? '',
      account.isConfirmed ?? false,
      account.isPhoneConfirmed ?? false,
      account.isInvited ?? false,
      appMetadata,
      account.userMetadata ?? providerAccount?.metadata ?? {},
      account.isAnonymous ?? false,
    ],
  )
  await (providerAccount ? addLinkedAccount(db, id, providerAccount) : syncOwnLogins(db, id))
  return id
}
