// Links an identity of a provider to an account.
import type { Queryable } from '../../postgres/queryable.ts'
import { AuthError, noSession } from '../errors.ts'
import { findSession } from '../sessions/session.ts'
import { type Account, lockActiveAccount } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { Visitor } from '../parse-request.ts'
import { addIdentity, findIdentityOwner, forgetUnlinked } from '../accounts/identities.ts'
import type { ProviderIdentity } from './provider.ts'
import { enqueue } from '../../postgres/outbox.ts'

/** Links to the account of the session that asked for the link, unless the session has ended since. */
export async function linkManually(
  db: Queryable,
  sessionId: string,
  identity: ProviderIdentity,
  visitor: Visitor,
): Promise<Account> {
  const session = await findSession(db, sessionId)
  if (!session) throw noSession()
  const account = await lockActiveAccount(db, session.user_id)
  if (!(await findSession(db, sessionId))) throw noSession()
  const owner = await findIdentityOwner(db, identity)
  // An identity that was linked automatically may be linked manually too, which makes it trusted.
  const isOwn = owner?.userId === account.id
  if (owner && (!isOwn || owner.isLinkedManually)) throw alreadyLinked(isOwn)
  await attachIdentity(db, account, identity, { visitor, isManual: true })
  return account
}

interface LinkOptions {
  visitor: Visitor
  isManual: boolean
}

/** From now on this identity at the provider opens the account. */
export async function attachIdentity(
  db: Queryable,
  account: Account,
  identity: ProviderIdentity,
  { visitor: { ip }, isManual }: LinkOptions,
) {
  await forgetUnlinked(db, account.id, identity)
  await addIdentity(db, account.id, identity, isManual)
  const traits = { provider: identity.provider }
  await audit(db, { action: 'identity_linked', account, ip, traits })
  await notifyLinkChange(
    db,
    account,
    `It can be signed in to through ${displayName(identity)} from now on.`,
  )
}

function displayName({ ssoProvider, provider }: ProviderIdentity) {
  return ssoProvider?.name ?? provider
}

/** Emails the owner, who may not be the one who made the change. */
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
