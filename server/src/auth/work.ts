// What is done after the answer: that an address is known, or that it is not, shows neither in an answer nor in how
// long it takes, since both are looked up here.
import { z } from 'zod'
import { transact } from '../database/queryable.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type Account, accountByEmail, accountById } from './accounts/account.ts'
import { createAccount } from './accounts/create.ts'
import { audit } from './audit.ts'
import { makeOneTime } from './one-time/make.ts'
import { kinds, purpose } from './one-time/purposes.ts'
import { linkTo } from './one-time/link-to.ts'
import type { Auth } from './parts.ts'

interface Item {
  id: string
  payload: unknown
  createdAt: Date
}

export type SendMail = Mailer['send']

const destination = { redirectTo: z.string().optional(), flowId: z.string().optional() }

const linkWork = z.object({
  purpose,
  /** The account's address; the mail goes to the one that is to be proven. */
  email: z.string(),
  newEmail: z.string().optional(),
  /** For an account that begins with this mail. */
  create: z.object({ data: z.record(z.string(), z.unknown()) }).optional(),
  /** Who asked, for the record. */
  ip: z.string().optional(),
  ...destination,
})
export type LinkWork = z.infer<typeof linkWork>

const signUpWork = z.object({
  id: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  data: z.record(z.string(), z.unknown()),
  ...destination,
})
export type SignUpWork = z.infer<typeof signUpWork>

/** By kind of outbox row. */
export function authWork(auth: Auth, send: SendMail) {
  return new Map([
    ['auth.link', (item: Item) => sendLink(auth, send, item, linkWork.parse(item.payload))],
    ['auth.sign-up', (item: Item) => signUp(auth, send, item, signUpWork.parse(item.payload))],
  ])
}

async function sendLink(auth: Auth, send: SendMail, item: Item, wanted: LinkWork) {
  const account = await accountFor(auth, wanted)
  if (!account?.email || account.is_banned) return
  if (wanted.purpose === 'signup' && account.email_confirmed_at) return
  const email = await addressFor(auth, wanted, account)
  if (!email) return
  const { mail, validFor, asked } = kinds[wanted.purpose]
  const seed = { seed: item.id, askedAt: item.createdAt, flowId: wanted.flowId }
  const { link, code } = await transact(auth.pool, async (db) => {
    if (asked) await audit(db, { action: asked, account, ip: wanted.ip })
    return makeOneTime(auth, db, { account: account.id, purpose: wanted.purpose, email, ...seed })
  })
  await send({
    id: item.id,
    kind: mail,
    to: email,
    at: item.createdAt,
    values: { link: linkTo(auth, link, wanted), code, email, oldEmail: account.email, validFor },
  })
}

/** The new address of a change, unless it is somebody's already; else the account's own. */
async function addressFor({ pool }: Auth, { purpose: why, newEmail }: LinkWork, account: Account) {
  if (why !== 'email_change') return account.email
  const wanted = newEmail ?? account.email_change
  return wanted && !(await accountByEmail(pool, wanted)) ? wanted : undefined
}

async function accountFor({ pool, settings }: Auth, { email, create }: LinkWork) {
  const known = await accountByEmail(pool, email)
  if (known || !create || !settings.isSignUpOpen) return known
  const id = await transact(pool, (db) => createAccount(db, { email, userMetadata: create.data }))
  return accountById(pool, id)
}

async function signUp(auth: Auth, send: SendMail, item: Item, wanted: SignUpWork) {
  const { email } = wanted
  const known = await accountByEmail(auth.pool, email)
  if (known?.email_confirmed_at) {
    return send({
      id: item.id,
      kind: 'account-exists',
      to: email,
      at: item.createdAt,
      values: { email },
    })
  }
  await (known ? signUpAgain(auth, known, wanted) : signUpFirst(auth, wanted))
  return sendLink(auth, send, item, { ...wanted, purpose: 'signup' })
}

async function signUpFirst({ pool }: Auth, { id, email, passwordHash, data }: SignUpWork) {
  await transact(pool, async (db) => {
    await createAccount(db, { id, email, passwordHash, userMetadata: data })
    await audit(db, { action: 'user_signedup', account: { id, email } })
  })
}

/** Of several who want an address none has proven it: its owner signs in by the mail and chooses a password then. */
async function signUpAgain({ pool }: Auth, { id }: Account, { data }: SignUpWork) {
  await pool.query(
    `update auth.users set encrypted_password = '', raw_user_meta_data = $2, updated_at = now()
     where id = $1 and email_confirmed_at is null`,
    [id, data],
  )
}
