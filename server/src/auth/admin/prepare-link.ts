// The account that a link is for, brought to where the link can be used. Unlike anywhere else an address that
// nobody has may be told from others: the server asks.
import type { Queryable } from '../../postgres/queryable.ts'
import { type Account, accountByEmail } from '../accounts/account.ts'
import { createAccount } from '../accounts/create.ts'
import { mergeMetadata, withoutNulls } from '../accounts/metadata.ts'
import { audit } from '../audit.ts'
import { AuthError, emailTaken, invalid } from '../errors.ts'
import type { MailPurpose } from '../one-time/purposes.ts'
import { setPassword } from '../passwords/set.ts'
import { lockAccount } from '../sessions/begin.ts'
import { inviteAccount } from './invite-account.ts'

type LinkType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'

export interface LinkWish {
  type: LinkType
  email: string
  newEmail?: string
  passwordHash?: string
  data: Record<string, unknown>
  ip: string
}

export interface Prepared {
  account: string
  purpose: MailPurpose
  /** The address that the link proves. */
  email: string
  verificationType: LinkType
}

type Prepare = (db: Queryable, wish: LinkWish) => Promise<Prepared>

const ways: Record<LinkType, Prepare> = {
  signup: signUp,
  invite: async (db, wish) => {
    const { id } = await inviteAccount(db, wish)
    return prepared(id, 'invite', wish.email)
  },
  magiclink: async (db, wish) => {
    const known = await accountByEmail(db, wish.email)
    if (!known) return signUp(db, wish)
    return forKnown(db, wish, 'magiclink')
  },
  recovery: (db, wish) => forKnown(db, wish, 'recovery'),
  email_change_new: changeAddress,
  email_change_current: async () => {
    throw invalid('Enable secure email change to generate link for current email')
  },
}

export function isLinkType(text: string): text is LinkType {
  return Object.hasOwn(ways, text)
}

export function prepareLink(db: Queryable, wish: LinkWish): Promise<Prepared> {
  return ways[wish.type](db, wish)
}

/** A new account, or one whose address was never proven: whoever comes last says what its password is. */
async function signUp(db: Queryable, wish: LinkWish) {
  const { email, passwordHash, data, ip } = wish
  const known = await accountByEmail(db, email)
  if (!known) {
    const userMetadata = withoutNulls(data)
    const id = await createAccount(db, { email, passwordHash, userMetadata })
    await audit(db, { action: 'user_signedup', account: { id, email }, ip })
    return prepared(id, 'signup', email)
  }
  const { id, email_confirmed_at: isConfirmed } = await lockAccount(db, known.id)
  if (isConfirmed) throw emailTaken()
  if (passwordHash) await setPassword(db, { account: id, hash: passwordHash })
  await mergeMetadata(db, id, 'user', data)
  return prepared(id, 'signup', email)
}

async function forKnown(db: Queryable, wish: LinkWish, purpose: 'magiclink' | 'recovery') {
  const account = await lockKnown(db, wish)
  await audit(db, { action: 'user_recovery_requested', account, ip: wish.ip })
  return prepared(account.id, purpose, wish.email)
}

async function changeAddress(db: Queryable, wish: LinkWish): Promise<Prepared> {
  const { newEmail = '' } = wish
  const { id } = await lockKnown(db, wish)
  if (await accountByEmail(db, newEmail)) throw emailTaken()
  await db.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    id,
    newEmail,
  ])
  return {
    account: id,
    purpose: 'email_change',
    email: newEmail,
    verificationType: 'email_change_new',
  }
}

async function lockKnown(db: Queryable, { email, data }: LinkWish): Promise<Account> {
  const known = await accountByEmail(db, email)
  if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  const account = await lockAccount(db, known.id)
  if (Object.keys(data).length > 0) await mergeMetadata(db, account.id, 'user', data)
  return account
}

function prepared(account: string, purpose: MailPurpose & LinkType, email: string): Prepared {
  return { account, purpose, email, verificationType: purpose }
}
