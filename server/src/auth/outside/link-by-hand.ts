// Whoever is signed in adds a way into their account, or removes one.
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { type Account, hasSecondFactor } from '../accounts/account.ts'
import { noteIdentities } from '../accounts/identities.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, noSession } from '../errors.ts'
import { proveOwner } from '../passwords/prove-owner.ts'
import { lockPerson, type Person, personOf } from '../person.ts'
import { read, uuid } from '../read.ts'
import { lockAccount } from '../sessions/begin.ts'
import { endAccess } from '../sessions/end.ts'
import { findSession } from '../sessions/session.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { beginAt, sendThere, visitQuery } from './begin.ts'
import { ownerOf, removeIdentity } from './identities.ts'
import { join } from './join.ts'
import { tellOfWayIn } from './notice.ts'
import type { OutsideIdentity } from './provider.ts'
import { providerNamed } from './providers.ts'
import { noteUnlinked } from './unlinked.ts'

const query = visitQuery.extend({ provider: z.string().max(100).default('') })

/** The browser that asks is the one that has to come back: pages of other sites cannot ask for it. */
export const linkIdentity: Call = {
  method: 'GET',
  path: '/user/identities/authorize',
  answer: async (auth, request, reply) => {
    const given = read(query, request.query)
    const person = await personOf(auth, request)
    requireBoth(person)
    await proveOwner(auth, person, {}, visitorOf(request))
    const provider = providerNamed(auth.providers, given.provider)
    const wanted = { provider, given, sessionId: person.session.id }
    return sendThere(reply, await beginAt(auth, request, reply, wanted), given)
  },
}

/** The account of the session in which the link was asked for, if that has not ended meanwhile. */
export async function linkByHand(
  db: Queryable,
  sessionId: string,
  outside: OutsideIdentity,
  visitor: Visitor,
): Promise<Account> {
  const session = await findSession(db, sessionId)
  if (!session) throw noSession()
  const account = await lockAccount(db, session.user_id)
  if (!(await findSession(db, sessionId))) throw noSession()
  const owner = await ownerOf(db, outside)
  // What joined their address by itself is theirs to link as well: it is worth more then.
  const isOwn = owner?.userId === account.id
  if (owner && (!isOwn || owner.isByHand)) throw alreadyLinked(isOwn)
  await join(db, account, outside, { visitor, isByHand: true })
  return account
}

export const unlinkIdentity: Call = {
  method: 'DELETE',
  path: '/user/identities/:identityId',
  answer: async (auth, request) => {
    const { identityId } = read(z.object({ identityId: uuid }), request.params)
    const caller = await personOf(auth, request)
    requireBoth(caller)
    await proveOwner(auth, caller, {}, visitorOf(request))
    return transact(auth.pool, async (db) => {
      const person = await lockPerson(db, caller)
      requireBoth(person)
      await unlink(db, person, identityId, visitorOf(request))
      return {}
    })
  },
}

async function unlink(db: Queryable, { account, session }: Person, id: string, { ip }: Visitor) {
  const identity = account.identities.find(({ identity_id: one }) => one === id)
  if (!identity) {
    throw new AuthError(404, 'identity_not_found', 'Identity doesn’t exist')
  }
  refuseNeeded(account, identity)
  const { provider } = identity
  await noteUnlinked(db, account.id, id)
  await removeIdentity(db, account.id, id)
  // From now on its own address is listed, also where the account began elsewhere.
  if (isOpenByMail(account)) await noteIdentities(db, account.id)
  // What it opened ends with it.
  await endAccess(db, account.id, session.id)
  await audit(db, { action: 'identity_unlinked', account, ip, traits: { provider } })
  await tellOfWayIn(db, account, `It cannot be signed in to through ${provider} any more.`)
}

function refuseNeeded(account: Account, { provider }: Account['identities'][number]) {
  const isOwn = provider === 'email' || provider === 'phone'
  if (account.identities.length === 1 && (isOwn || !isOpenByMail(account))) {
    const message = 'User must have at least 1 identity after unlinking'
    throw new AuthError(422, 'single_identity_not_deletable', message)
  }
  if (provider === 'email') {
    const message = 'An account is known by its address, which cannot be unlinked.'
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message)
  }
  if (provider === 'phone') {
    const message =
      'An account is known by its number, which cannot be unlinked. Change it instead.'
    throw new AuthError(422, 'phone_identity_not_deletable', message)
  }
}

function isOpenByMail({ email, email_confirmed_at: confirmedAt }: Account) {
  return email !== null && confirmedAt !== null
}

function requireBoth({ account, session }: Person) {
  if (!hasSecondFactor(account) || session.aal === 'aal2') return
  const message = 'AAL2 session is required to change how the account is signed in to.'
  throw new AuthError(401, 'insufficient_aal', message)
}

function alreadyLinked(isOwn: boolean) {
  const message = isOwn
    ? 'Identity is already linked'
    : 'Identity is already linked to another user'
  return new AuthError(422, 'identity_already_exists', message)
}
