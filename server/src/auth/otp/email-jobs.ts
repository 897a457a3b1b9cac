// Sends sign-in emails in jobs that run after the response. Only the jobs look up whether an email has an account, so
// the response and its timing do not reveal which emails have accounts.
import { z } from 'zod'
import type { Mailer } from '../../mail/mailer.ts'
import { transact } from '../../postgres/transaction.ts'
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  lockActiveAccount,
} from '../accounts/account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { createSelfRegistered, resetUnconfirmed } from '../accounts/self-registration.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { createOneTimeToken, emailLink } from './one-time-tokens.ts'
import { type AuthOutboxItem, stopOnRefusal } from './stop-on-refusal.ts'
import { emailPurpose, emailTokenKinds } from './token-purposes.ts'

export type SendMail = Mailer['send']

/**
 * The maximum age of a job. The server keeps the rows of used and voided links longer than this, so an old job cannot
 * create a used link again.
 */
const maxAgeMs = 4 * 24 * 3600 * 1000

const destination = { redirectTo: z.string().optional(), flowId: z.string().optional() }

const linkJob = z.object({
  purpose: emailPurpose,
  /** The account's id. If undefined, the job finds the account by its email. */
  accountId: z.string().optional(),
  /** The account's email. A link for an email change is sent to the new email instead. */
  email: z.string(),
  newEmail: z.string().optional(),
  /** The data of a new account. If defined, the job creates an account for an unknown email. */
  create: z.object({ data: z.record(z.string(), z.unknown()) }).optional(),
  /** The client's IP address, for the audit log. */
  ip: z.string().optional(),
  ...destination,
})
export type LinkJob = z.infer<typeof linkJob>

const signUpJob = z.object({
  id: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  data: z.record(z.string(), z.unknown()),
  ...destination,
})
export type SignUpJob = z.infer<typeof signUpJob>

/** Returns the handlers of email jobs, by the kind of the job's outbox row. */
export function emailJobHandlers(auth: AuthDependencies, send: SendMail) {
  const handlers = new Map([
    [
      'auth.link',
      (item: AuthOutboxItem) => sendLink(auth, send, item, linkJob.parse(item.payload)),
    ],
    [
      'auth.sign-up',
      (item: AuthOutboxItem) => signUp(auth, send, item, signUpJob.parse(item.payload)),
    ],
  ])
  return new Map([...handlers].map(([kind, handle]) => [kind, stopOnRefusal(maxAgeMs, handle)]))
}

async function sendLink(
  auth: AuthDependencies,
  send: SendMail,
  item: AuthOutboxItem,
  job: LinkJob,
) {
  const account = await findOrCreateAccount(auth, job)
  if (!account || account.is_banned) return
  if (job.purpose === 'signup' && (account.email_confirmed_at || account.invited_at)) return
  const email = await recipientFor(auth, job, account)
  if (!email) return
  const { mail, validFor, auditAction } = emailTokenKinds[job.purpose]
  const seed = { seed: item.id, askedAt: item.createdAt, flowId: job.flowId }
  const { link, code } = await transact(auth.pool, async (db) => {
    await lockActiveAccount(db, account.id)
    if (auditAction) await audit(db, { action: auditAction, account, ip: job.ip })
    return createOneTimeToken(auth, db, {
      account: account.id,
      purpose: job.purpose,
      address: email,
      ...seed,
    })
  })
  await send({
    id: item.id,
    // An account without an email gets the same message as a new sign-up.
    kind: account.email ? mail : 'confirmation',
    to: email,
    at: item.createdAt,
    values: {
      link: emailLink(auth, link, job),
      code,
      email,
      oldEmail: account.email ?? '',
      validFor,
    },
  })
}

/**
 * Returns the address for the email, or undefined if the email is no longer needed. A link for an email change goes to
 * the new address, if the user still wants that address and no other account has it. All other links go to the
 * account's address.
 */
async function recipientFor(
  { pool }: AuthDependencies,
  { purpose, newEmail }: LinkJob,
  account: Account,
) {
  if (purpose !== 'email_change') return account.email
  const pending = account.email_change
  if (!pending || (newEmail && newEmail !== pending)) return undefined
  return (await findAccountByEmail(pool, pending)) ? undefined : pending
}

async function findOrCreateAccount(
  { pool, settings }: AuthDependencies,
  { accountId, email, create }: LinkJob,
) {
  if (accountId) return findAccountById(pool, accountId)
  const existing = await findAccountByEmail(pool, email)
  if (existing || !create || !settings.isSignUpOpen) return existing
  const id = await transact(pool, (db) => createAccount(db, { email, userMetadata: create.data }))
  return findAccountById(pool, id)
}

async function signUp(
  auth: AuthDependencies,
  send: SendMail,
  item: AuthOutboxItem,
  job: SignUpJob,
) {
  const { email } = job
  const existing = await findAccountByEmail(auth.pool, email)
  if (existing?.invited_at && !existing.email_confirmed_at) return
  if (existing?.email_confirmed_at) {
    return send({
      id: item.id,
      kind: 'account-exists',
      to: email,
      at: item.createdAt,
      values: { email },
    })
  }
  if (!existing) await transact(auth.pool, (db) => createSelfRegistered(db, job))
  // A retry of this job finds the account that the first attempt created. The retry must not reset that account.
  else if (existing.id !== job.id) await resetUnconfirmed(auth.pool, existing, job.data)
  return sendLink(auth, send, item, { ...job, purpose: 'signup' })
}
