// Finds or creates the account of a person who signs in with a provider. See docs/decisions/0027-sign-in-providers.md.
import type { Queryable } from '../../postgres/transaction.ts'
import { type Account, findAccountByEmail, lockActiveAccount } from '../accounts/account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { findOwner, updateLinkedAccount, wasUnlinked } from '../accounts/linked-accounts.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { AuthError, emailTaken, signUpClosed } from '../errors.ts'
import type { ClientInfo } from '../parse-request.ts'
import { linkAccount } from './link-account.ts'
import type { ProviderAccount } from './provider.ts'

/**
 * Finds or creates the account, locks it and returns it. Call this function in the transaction that starts the session.
 */
export async function signInWithProvider(
  auth: AuthDependencies,
  db: Queryable,
  providerAccount: ProviderAccount,
  client: ClientInfo,
): Promise<Account> {
  return (
    (await findLinkedAccount(db, providerAccount)) ??
    (await autoLinkByEmail(db, providerAccount, client)) ??
    registerAccount(auth, db, providerAccount, client)
  )
}

async function findLinkedAccount(db: Queryable, providerAccount: ProviderAccount) {
  const owner = await findOwner(db, providerAccount)
  if (owner === undefined) return undefined
  const account = await lockActiveAccount(db, owner.userId)
  const currentOwner = await findOwner(db, providerAccount)
  // Return undefined if the provider's account was unlinked, or linked to another user, while this transaction waited
  // for the lock.
  if (currentOwner?.userId !== owner.userId) return undefined
  const isTrusted = providerAccount.ssoProvider !== undefined || currentOwner.isLinkedManually
  if (!isTrusted && !(await canAutoLink(db, account.id))) throw notLinkedManually()
  await updateLinkedAccount(db, providerAccount, currentOwner)
  return account
}

async function autoLinkByEmail(
  db: Queryable,
  providerAccount: ProviderAccount,
  client: ClientInfo,
) {
  const email = verifiedEmail(providerAccount)
  const match = email === undefined ? undefined : await findAccountByEmail(db, email)
  if (!match) return undefined
  const account = await lockActiveAccount(db, match.id)
  // Return undefined if the account's email changed while this transaction waited for the lock.
  if (account.email !== email) return undefined
  // Use the existing link if a concurrent sign-in linked the provider's account while this transaction waited for the
  // lock.
  if (await findOwner(db, providerAccount)) return findLinkedAccount(db, providerAccount)
  if (!account.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (!providerAccount.ssoProvider && !(await canAutoLink(db, account.id))) throw emailTaken()
  if (await wasUnlinked(db, account.id, providerAccount)) throw identityUnlinked()
  await linkAccount(db, account, providerAccount, { client, isManual: false })
  return account
}

async function registerAccount(
  { settings }: AuthDependencies,
  db: Queryable,
  providerAccount: ProviderAccount,
  client: ClientInfo,
) {
  const role = providerAccount.ssoProvider?.new_people
  if (!settings.isSignUpOpen && role === undefined) throw signUpClosed()
  const email = verifiedEmail(providerAccount)
  if (email === undefined) {
    const message = 'The provider has not verified your email address. Verify it there first.'
    throw new AuthError(403, 'provider_email_needs_verification', message)
  }
  await lockEmail(db, email)
  const existing =
    (await findLinkedAccount(db, providerAccount)) ??
    (await autoLinkByEmail(db, providerAccount, client))
  if (existing) return existing
  // Throw if another account got this email after the search above.
  if (await findAccountByEmail(db, email)) throw emailTaken()
  const appMetadata = role === undefined ? {} : { role }
  const id = await createAccount(db, { email, isConfirmed: true, appMetadata, providerAccount })
  await audit(db, { action: 'user_signedup', account: { id, email }, ip: client.ip })
  return lockActiveAccount(db, id)
}

/**
 * Makes concurrent sign-ins with the same email wait for each other. The second one then finds the account that the
 * first one created.
 */
async function lockEmail(db: Queryable, email: string) {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [`newcomer ${email}`])
}

/**
 * Returns the email if the provider verified it. Throws if an SSO provider sends an email outside of its own domains.
 */
function verifiedEmail({ email, emailVerified, ssoProvider }: ProviderAccount) {
  if (email === undefined || !emailVerified) return undefined
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!ssoProvider || ssoProvider.domains.includes(domain)) return email
  const message = `This email address does not belong to ${ssoProvider.name}.`
  throw new AuthError(403, 'email_address_not_authorized', message)
}

/**
 * Asks the application schema whether a provider's account may be linked to this account automatically. Returns true if
 * the schema has no such rule.
 */
async function canAutoLink(db: Queryable, account: string) {
  const { rows: functions } = await db.query(
    `select where to_regprocedure('private.links_automatically(uuid)') is not null`,
  )
  if (functions.length === 0) return true
  const { rows } = await db.query<{ isAllowed: boolean }>(
    'select private.links_automatically($1) as "isAllowed"',
    [account],
  )
  return rows[0]?.isAllowed === true
}

function notLinkedManually() {
  const message =
    'An automatically linked account cannot be used here. Log in with your password and link it yourself.'
  return new AuthError(403, 'identity_not_linked_by_hand', message)
}

function identityUnlinked() {
  const message = 'This linked account was removed. Log in another way and link it again.'
  return new AuthError(403, 'identity_unlinked', message)
}
