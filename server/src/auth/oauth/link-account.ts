// Links an account at a provider to an account of this server.
import { enqueue } from '../../queue/outbox.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import { type Account, lockActiveAccount } from '../accounts/account.ts'
import { addLinkedAccount, findOwner, forgetUnlinked } from '../accounts/linked-accounts.ts'
import { audit } from '../audit.ts'
import { AuthError, noSession } from '../errors.ts'
import type { ClientInfo } from '../parse-request.ts'
import { findSession } from '../sessions/session.ts'
import type { ProviderAccount } from './provider.ts'

/** Links the provider's account to the user whose session requested the link. Throws if that session has ended. */
export async function linkManually(
  db: Queryable,
  sessionId: string,
  providerAccount: ProviderAccount,
  client: ClientInfo,
): Promise<Account> {
  const session = await findSession(db, sessionId)
  if (!session) throw noSession()
  const account = await lockActiveAccount(db, session.user_id)
  if (!(await findSession(db, sessionId))) throw noSession()
  const owner = await findOwner(db, providerAccount)
  // A user may manually link an account that a sign-in linked automatically. The server trusts a manual link more.
  const isOwn = owner?.userId === account.id
  if (owner && (!isOwn || owner.isLinkedManually)) throw alreadyLinked(isOwn)
  await linkAccount(db, account, providerAccount, { client, isManual: true })
  return account
}

interface LinkOptions {
  client: ClientInfo
  isManual: boolean
}

/** Links the provider's account, so that a sign-in at the provider opens this account. */
export async function linkAccount(
  db: Queryable,
  account: Account,
  providerAccount: ProviderAccount,
  { client: { ip }, isManual }: LinkOptions,
) {
  await forgetUnlinked(db, account.id, providerAccount)
  await addLinkedAccount(db, account.id, providerAccount, isManual)
  const traits = { provider: providerAccount.provider }
  await audit(db, { action: 'identity_linked', account, ip, traits })
  await notifyLinkChange(db, account, `You can now log in with ${displayName(providerAccount)}.`)
}

function displayName({ ssoProvider, provider }: ProviderAccount) {
  return ssoProvider?.name ?? providerName(provider)
}

const providerNames = new Map([
  ['apple', 'Apple'],
  ['azure', 'Microsoft'],
  ['github', 'GitHub'],
  ['google', 'Google'],
])

/** Returns the provider's name for texts that users read. */
export function providerName(provider: string) {
  return provider.startsWith('sso:') ? 'your company' : (providerNames.get(provider) ?? provider)
}

/** Emails the account's owner, because somebody else may have changed the links. */
export async function notifyLinkChange(db: Queryable, { email }: Account, what: string) {
  if (!email) return
  await enqueue(db, 'mail', { kind: 'way-in-changed', to: email, values: { email, what } })
}

function alreadyLinked(isOwn: boolean) {
  const message = isOwn
    ? 'Identity is already linked'
    : 'Identity is already linked to another user'
  return new AuthError(422, 'identity_already_exists', message)
}
