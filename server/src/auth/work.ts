// What is done after the answer: that an address is known, or that it is not, shows neither in an answer nor in how
// long it takes, since both are looked up here.
import { z } from 'zod'
import { transact } from '../postgres/queryable.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type Account, accountByEmail, accountById } from './accounts/account.ts'
import { createAccount } from './accounts/create.ts'
import { beginAgain, beginByStranger } from './accounts/sign-up.ts'
import { audit } from './audit.ts'
import { makeOneTime } from './one-time/make.ts'
import { byMail, mailPurpose } from './one-time/purposes.ts'
import { linkTo } from './one-time/link-to.ts'
import { lockAccount } from './sessions/begin.ts'
import type { Auth } from './parts.ts'
import { type Item, untilRefused } from './until-refused.ts'

export type SendMail = Mailer['send']

/** Longer than a spent or voided link is remembered, which so cannot come back. */
const longestWait = 4 * 24 * 3600 * 1000

const destination = { redirectTo: z.string().optional(), flowId: z.string().optional() }

const linkWork = z.object({
  purpose: mailPurpose,
  /** For those who asked while signed in; others are looked up by their address. */
  accountId: z.string().optional(),
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
  const work = new Map([
    ['auth.link', (item: Item) => sendLink(auth, send, item, linkWork.parse(item.payload))],
    ['auth.sign-up', (item: Item) => signUp(auth, send, item, signUpWork.parse(item.payload))],
  ])
  return new Map([...work].map(([kind, handle]) => [kind, untilRefused(longestWait, handle)]))
}

async function sendLink(auth: Auth, send: SendMail, item: Item, wanted: LinkWork) {
  const account = await accountFor(auth, wanted)
  if (!account?.email || account.is_banned) return
  if (wanted.purpose === 'signup' && (account.email_confirmed_at || account.invited_at)) return
  const email = await addressFor(auth, wanted, account)
  if (!email) return
  const { mail, validFor, asked } = byMail[wanted.purpose]
  const seed = { seed: item.id, askedAt: item.createdAt, flowId: wanted.flowId }
  const { link, code } = await transact(auth.pool, async (db) => {
    await lockAccount(db, account.id)
    if (asked) await audit(db, { action: asked, account, ip: wanted.ip })
    return makeOneTime(auth, db, {
      account: account.id,
      purpose: wanted.purpose,
      address: email,
      ...seed,
    })
  })
  await send({
    id: item.id,
    kind: mail,
    to: email,
    at: item.createdAt,
    values: { link: linkTo(auth, link, wanted), code, email, oldEmail: account.email, validFor },
  })
}

/** The new address of a change that is still wanted, unless it is somebody's already; else the account's own. */
async function addressFor({ pool }: Auth, { purpose: why, newEmail }: LinkWork, account: Account) {
  if (why !== 'email_change') return account.email
  const wanted = account.email_change
  if (!wanted || (newEmail && newEmail !== wanted)) return undefined
  return (await accountByEmail(pool, wanted)) ? undefined : wanted
}

async function accountFor({ pool, settings }: Auth, { accountId, email, create }: LinkWork) {
  if (accountId) return accountById(pool, accountId)
  const known = await accountByEmail(pool, email)
  if (known || !create || !settings.isSignUpOpen) return known
  const id = await transact(pool, (db) => createAccount(db, { email, userMetadata: create.data }))
  return accountById(pool, id)
}

async function signUp(auth: Auth, send: SendMail, item: Item, wanted: SignUpWork) {
  const { email } = wanted
  const known = await accountByEmail(auth.pool, email)
  if (known?.invited_at && !known.email_confirmed_at) return
  if (known?.email_confirmed_at) {
    return send({
      id: item.id,
      kind: 'account-exists',
      to: email,
      at: item.createdAt,
      values: { email },
    })
  }
  if (!known) await transact(auth.pool, (db) => beginByStranger(db, wanted))
  // The mail of the same sign-up may need several attempts.
  else if (known.id !== wanted.id) await beginAgain(auth.pool, known, wanted.data)
  return sendLink(auth, send, item, { ...wanted, purpose: 'signup' })
}
