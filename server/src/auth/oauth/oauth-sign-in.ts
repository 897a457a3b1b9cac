// Finds or creates the account for an identity that a provider vouches for. See
// docs/decisions/0027-sign-in-through-others.md.
import { type Account, findAccountByEmail, lockActiveAccount } from '../accounts/account.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import { createAccount } from '../accounts/create-account.ts'
import { audit } from '../audit.ts'
import { AuthError, emailTaken, signUpClosed } from '../errors.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { Visitor } from '../parse-request.ts'
import { refreshIdentity, findIdentityOwner, wasUnlinked } from '../accounts/identities.ts'
import { attachIdentity } from './link-identity.ts'
import type { ProviderIdentity } from './provider.ts'

/** Returns the account, locked. Call it in the transaction that starts the session. */
export async function signInWithProvider(
  auth: AuthDependencies,
  db: Queryable,
  identity: ProviderIdentity,
  visitor: Visitor,
): Promise<Account> {
  return (
    (await findLinkedAccount(db, identity)) ??
    (await autoLinkByEmail(db, identity, visitor)) ??
    registerAccount(auth, db, identity, visitor)
  )
}

async function findLinkedAccount(db: Queryable, identity: ProviderIdentity) {
  const owner = await findIdentityOwner(db, identity)
  if (owner === undefined) return undefined
  const account = await lockActiveAccount(db, owner.userId)
  const currentOwner = await findIdentityOwner(db, identity)
  // It was unlinked while the account was being locked.
  if (currentOwner?.userId !== owner.userId) return undefined
  const isTrusted = identity.ssoProvider !== undefined || currentOwner.isLinkedManually
  if (!isTrusted && !(await canAutoLink(db, account.id))) throw notLinkedManually()
  await refreshIdentity(db, identity, currentOwner)
  return account
}

async function autoLinkByEmail(db: Queryable, identity: ProviderIdentity, visitor: Visitor) {
  const email = verifiedEmail(identity)
  const match = email === undefined ? undefined : await findAccountByEmail(db, email)
  if (!match) return undefined
  const account = await lockActiveAccount(db, match.id)
  // The account has changed its email since.
  if (account.email !== email) return undefined
  // A concurrent sign-in linked the identity while the account was being locked.
  if (await findIdentityOwner(db, identity)) return findLinkedAccount(db, identity)
  if (!account.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (!identity.ssoProvider && !(await canAutoLink(db, account.id))) throw emailTaken()
  if (await wasUnlinked(db, account.id, identity)) throw identityUnlinked()
  await attachIdentity(db, account, identity, { visitor, isManual: false })
  return account
}

async function registerAccount(
  { settings }: AuthDependencies,
  db: Queryable,
  identity: ProviderIdentity,
  visitor: Visitor,
) {
  const role = identity.ssoProvider?.new_people
  if (!settings.isSignUpOpen && role === undefined) throw signUpClosed()
  const email = verifiedEmail(identity)
  if (email === undefined) {
    const message = 'The provider does not vouch for your email address. Verify it there first.'
    throw new AuthError(403, 'provider_email_needs_verification', message)
  }
  await lockEmail(db, email)
  const existing =
    (await findLinkedAccount(db, identity)) ?? (await autoLinkByEmail(db, identity, visitor))
  if (existing) return existing
  // An account has this email, but it must not be linked automatically.
  if (await findAccountByEmail(db, email)) throw emailTaken()
  const appMetadata = role === undefined ? {} : { role }
  const id = await createAccount(db, { email, isConfirmed: true, appMetadata, identity })
  await audit(db, { action: 'user_signedup', account: { id, email }, ip: visitor.ip })
  return lockActiveAccount(db, id)
}

/** Concurrent sign-ins with one email wait here, so the second finds the account that the first created. */
async function lockEmail(db: Queryable, email: string) {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [`newcomer ${email}`])
}

/** The email if the provider verified it. An SSO provider counts only for its own domains. */
function verifiedEmail({ email, emailVerified, ssoProvider }: ProviderIdentity) {
  if (email === undefined || !emailVerified) return undefined
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!ssoProvider || ssoProvider.domains.includes(domain)) return email
  const message = `This address does not belong to ${ssoProvider.name}.`
  throw new AuthError(403, 'email_address_not_authorized', message)
}

/** Some accounts must not be opened by an automatic link. The application schema decides which. */
async function canAutoLink(db: Queryable, account: string) {
  const { rows: functions } = await db.query(
    `select where to_regprocedure('private.joins_by_itself(uuid)') is not null`,
  )
  if (functions.length === 0) return true
  const { rows } = await db.query<{ isAllowed: boolean }>(
    'select private.joins_by_itself($1) as "isAllowed"',
    [account],
  )
  return rows[0]?.isAllowed === true
}

function notLinkedManually() {
  const message =
    'This account is not opened by what joined it by its address. Sign in by password, and link it by hand.'
  return new AuthError(403, 'identity_not_linked_by_hand', message)
}

function identityUnlinked() {
  const message =
    'This way in was removed from the account. Sign in another way, and link it by hand.'
  return new AuthError(403, 'identity_unlinked', message)
}
