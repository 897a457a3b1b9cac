// Links accounts at providers to a signed-in user, and unlinks them. Clients call a linked account an identity.
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { type Account, hasSecondFactor } from '../accounts/account.ts'
import { recordUnlinked, removeLinkedAccount, syncOwnLogins } from '../accounts/linked-accounts.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { lockUser, requireUser, type SignedInUser } from '../authenticate.ts'
import { AuthError } from '../errors.ts'
import { notifyLinkChange, providerName } from '../oauth/link-account.ts'
import { findProvider } from '../oauth/providers.ts'
import { type ClientInfo, clientInfoOf, parse, uuidSchema } from '../parse-request.ts'
import { requireReauthentication } from '../sessions/reauthentication.ts'
import { endAccess } from '../sessions/session.ts'
import { authorizeQuery, redirectToProvider, startOAuth } from './authorize.ts'

/**
 * Starts to link an account. Only the same browser can finish, because the state is bound to a cookie. Other sites
 * cannot start a link, because the request needs the user's access token.
 */
export const linkIdentity: Route = {
  method: 'GET',
  path: '/user/identities/authorize',
  handle: async (auth, request, reply) => {
    const query = parse(authorizeQuery, request.query)
    const user = await requireUser(auth, request)
    requireManualLinking(auth)
    requireAal2(user)
    await requireReauthentication(auth, user, {}, clientInfoOf(request))
    const provider = findProvider(auth.providers, query.provider)
    const start = { provider, query, sessionId: user.session.id }
    return redirectToProvider(reply, await startOAuth(auth, request, reply, start), query)
  },
}

export const unlinkIdentity: Route = {
  method: 'DELETE',
  path: '/user/identities/:identityId',
  handle: async (auth, request) => {
    const { identityId } = parse(z.object({ identityId: uuidSchema }), request.params)
    const caller = await requireUser(auth, request)
    requireManualLinking(auth)
    requireAal2(caller)
    await requireReauthentication(auth, caller, {}, clientInfoOf(request))
    return transact(auth.pool, async (db) => {
      const user = await lockUser(db, caller)
      requireAal2(user)
      await unlink(db, user, identityId, clientInfoOf(request))
      return {}
    })
  },
}

function requireManualLinking({ settings }: AuthDependencies) {
  if (settings.allowsManualLinking) return
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

async function unlink(
  db: Queryable,
  { account, session }: SignedInUser,
  id: string,
  { ip }: ClientInfo,
) {
  const identity = account.identities.find(({ identity_id: one }) => one === id)
  if (!identity && account.identities.length <= 1) throw lastIdentity()
  if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
  refuseIfNeeded(account, identity)
  const { provider } = identity
  await recordUnlinked(db, account.id, id)
  await removeLinkedAccount(db, account.id, id)
  // Clients expect an identity for the email. This identity may be missing if a provider's sign-in created the account.
  if (canSignInByEmail(account)) await syncOwnLogins(db, account.id)
  // End all other sessions, because a sign-in at the unlinked provider may have started them.
  await endAccess(db, account.id, session.id)
  await audit(db, { action: 'identity_unlinked', account, ip, traits: { provider } })
  await notifyLinkChange(db, account, `You can no longer log in with ${providerName(provider)}.`)
}

function refuseIfNeeded(account: Account, { provider }: Account['identities'][number]) {
  const isOwn = provider === 'email' || provider === 'phone'
  if (account.identities.length === 1 && (isOwn || !canSignInByEmail(account))) {
    throw lastIdentity()
  }
  if (provider === 'email') {
    const message = 'The email address identifies the account and cannot be unlinked.'
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message)
  }
  if (provider === 'phone') {
    const message =
      'The phone number identifies the account and cannot be unlinked. Change it instead.'
    throw new AuthError(422, 'phone_identity_not_deletable', message)
  }
}

function lastIdentity() {
  const message = 'User must have at least 1 identity after unlinking'
  return new AuthError(422, 'single_identity_not_deletable', message)
}

function canSignInByEmail({ email, email_confirmed_at: confirmedAt }: Account) {
  return email !== null && confirmedAt !== null
}

function requireAal2({ account, session }: SignedInUser) {
  if (!hasSecondFactor(account) || session.aal === 'aal2') return
  const message = 'AAL2 session is required to change linked accounts.'
  throw new AuthError(401, 'insufficient_aal', message)
}
