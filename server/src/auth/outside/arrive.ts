// Somebody arrives whom a provider vouches for: whose account is it? See docs/decisions/0027-sign-in-through-others.md.
import type { Queryable } from '../../postgres/queryable.ts'
import { type Account, accountByEmail } from '../accounts/account.ts'
import { createAccount } from '../accounts/create.ts'
import { audit } from '../audit.ts'
import { AuthError, emailTaken, signUpClosed } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { lockAccount } from '../sessions/begin.ts'
import type { Visitor } from '../visitor.ts'
import { noteArrival, ownerOf } from './identities.ts'
import { join } from './join.ts'
import { joinsByItself } from './joins-by-itself.ts'
import type { OutsideIdentity } from './provider.ts'
import { wasUnlinked } from './unlinked.ts'

/** The account, locked. Within a transaction, in which its session then begins. */
export async function arrive(
  auth: Auth,
  db: Queryable,
  outside: OutsideIdentity,
  visitor: Visitor,
): Promise<Account> {
  return (
    (await known(db, outside)) ??
    (await joined(db, outside, visitor)) ??
    newcomer(auth, db, outside, visitor)
  )
}

async function known(db: Queryable, outside: OutsideIdentity) {
  const owner = await ownerOf(db, outside)
  if (owner === undefined) return undefined
  const account = await lockAccount(db, owner.userId)
  const present = await ownerOf(db, outside)
  // It was taken from the account while that was being locked.
  if (present?.userId !== owner.userId) return undefined
  const isTrusted = outside.company !== undefined || present.isByHand
  if (!isTrusted && !(await joinsByItself(db, account.id))) throw notByHand()
  await noteArrival(db, outside, present)
  return account
}

async function joined(db: Queryable, outside: OutsideIdentity, visitor: Visitor) {
  const email = provenAddress(outside)
  const found = email === undefined ? undefined : await accountByEmail(db, email)
  if (!found) return undefined
  const account = await lockAccount(db, found.id)
  // It has another address by now.
  if (account.email !== email) return undefined
  // Somebody came with it while the account was being locked.
  if (await ownerOf(db, outside)) return known(db, outside)
  if (!account.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (!outside.company && !(await joinsByItself(db, account.id))) throw emailTaken()
  if (await wasUnlinked(db, account.id, outside)) throw unlinked()
  await join(db, account, outside, { visitor, isByHand: false })
  return account
}

function notByHand() {
  const message =
    'This account is not opened by what joined it by its address. Sign in by password, and link it by hand.'
  return new AuthError(403, 'identity_not_linked_by_hand', message)
}

function unlinked() {
  const message =
    'This way in was removed from the account. Sign in another way, and link it by hand.'
  return new AuthError(403, 'identity_unlinked', message)
}

async function newcomer(
  { settings }: Auth,
  db: Queryable,
  outside: OutsideIdentity,
  visitor: Visitor,
) {
  const role = outside.company?.new_people
  if (!settings.isSignUpOpen && role === undefined) throw signUpClosed()
  const email = provenAddress(outside)
  if (email === undefined) {
    const message = 'The provider does not vouch for your email address. Verify it there first.'
    throw new AuthError(403, 'provider_email_needs_verification', message)
  }
  await oneAtATime(db, email)
  const sooner = (await known(db, outside)) ?? (await joined(db, outside, visitor))
  if (sooner) return sooner
  // Whoever has it did not come as far as being joined.
  if (await accountByEmail(db, email)) throw emailTaken()
  const appMetadata = role === undefined ? {} : { role }
  const id = await createAccount(db, { email, isConfirmed: true, appMetadata, outside })
  await audit(db, { action: 'user_signedup', account: { id, email }, ip: visitor.ip })
  return lockAccount(db, id)
}

/** Who comes second finds the account that the first one got. */
async function oneAtATime(db: Queryable, email: string) {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [`newcomer ${email}`])
}

/** An address that counts: verified, and of a company's own domains where a company speaks. */
function provenAddress({ email, emailVerified, company }: OutsideIdentity) {
  if (email === undefined || !emailVerified) return undefined
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!company || company.domains.includes(domain)) return email
  const message = `This address does not belong to ${company.name}.`
  throw new AuthError(403, 'email_address_not_authorized', message)
}
