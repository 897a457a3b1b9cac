// Sends one-time codes by SMS, in jobs that run after the response. Only the jobs look up whether a number has an
// account, so the response does not reveal which numbers have accounts. See docs/decisions/0028.
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import type { SendCode } from '../../sms/open-sms.ts'
import {
  type Account,
  findAccountById,
  findAccountByNewPhone,
  findAccountByPhone,
  lockActiveAccount,
} from '../accounts/account.ts'
import { createAccount } from '../accounts/create-account.ts'
import {
  createSelfRegistered,
  forgetUnconfirmed,
  resetUnconfirmed,
} from '../accounts/self-registration.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { factorSmsJob, sendFactorCode } from '../mfa/challenges.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { type AuthOutboxItem, stopOnRefusal } from './stop-on-refusal.ts'
import { smsPurpose, smsTokenKinds } from './token-purposes.ts'

/** The server gives up older jobs, because nobody waits longer for a code and each SMS costs money. */
const maxAgeMs = 3600 * 1000

const data = z.record(z.string(), z.unknown())

const codeJob = z.object({
  purpose: smsPurpose,
  phone: z.string(),
  /** The account's id. If undefined, the job finds the account by its number. */
  accountId: z.string().optional(),
  /** The data of a new account. If defined, the job creates an account for an unknown number. */
  create: z.object({ data }).optional(),
  signUp: z.object({ id: z.string(), passwordHash: z.string(), data }).optional(),
  /** The client's IP address, for the audit log. */
  ip: z.string().optional(),
})
export type CodeJob = z.infer<typeof codeJob>

const smsJob = z.union([factorSmsJob, codeJob])

/**
 * Returns the handlers of SMS jobs. All SMS are one kind of outbox row. The worker limits how many rows of a kind run
 * at once, so a slow SMS service does not delay emails.
 */
export function smsJobHandlers(auth: AuthDependencies, send: SendCode) {
  const handle = async (item: AuthOutboxItem) => {
    const job = smsJob.parse(item.payload)
    if (job.purpose === 'second_factor') return sendFactorCode(auth, send, item, job)
    if (job.signUp) return signUp(auth, send, item, job)
    return sendCode(auth, send, item, job)
  }
  return new Map([['auth.sms', stopOnRefusal(maxAgeMs, handle)]])
}

async function sendCode(
  auth: AuthDependencies,
  send: SendCode,
  item: AuthOutboxItem,
  job: CodeJob,
) {
  const { purpose, phone } = job
  const account = await findOrCreateAccount(auth, job)
  if (!account || account.is_banned || !(await canReceive(auth.pool, job, account))) return
  const { sms, validFor, auditAction } = smsTokenKinds[purpose]
  const { code, isCurrent } = await transact(auth.pool, async (db) => {
    const locked = await lockActiveAccount(db, account.id)
    // Clear a password that a stranger may have chosen at sign-up. The owner signs in with a code from now on.
    if (purpose === 'sms') await forgetUnconfirmed(db, locked)
    if (auditAction) await audit(db, { action: auditAction, account, ip: job.ip })
    const seed = { seed: item.id, askedAt: item.createdAt }
    return createOneTimeToken(auth, db, { account: account.id, purpose, address: phone, ...seed })
  })
  // Send nothing if the token was already used or a newer token replaced it.
  if (isCurrent) await send({ id: item.id, kind: sms, phone, code, validFor })
}

/**
 * Returns whether the number may still receive the code. For a phone change, the account must still want the number,
 * and no other account may have proven it. Otherwise the number must belong to the account.
 */
async function canReceive(db: Queryable, { purpose, phone }: CodeJob, account: Account) {
  if (purpose === 'phone_change') {
    const holder = await findAccountByPhone(db, phone)
    return account.phone_change === phone && !holder?.phone_confirmed_at
  }
  if (purpose === 'sms_signup' && (account.confirmed_at || account.invited_at)) return false
  return account.phone === phone
}

async function findOrCreateAccount({ pool, settings }: AuthDependencies, job: CodeJob) {
  const { accountId, purpose, phone, create } = job
  if (accountId) return findAccountById(pool, accountId)
  if (purpose === 'phone_change') return findAccountByNewPhone(pool, phone)
  const existing = await findAccountByPhone(pool, phone)
  if (existing || !create || !settings.isSignUpOpen) return existing
  const id = await transact(pool, (db) => createAccount(db, { phone, userMetadata: create.data }))
  return findAccountById(pool, id)
}

async function signUp(
  auth: AuthDependencies,
  send: SendCode,
  item: AuthOutboxItem,
  { signUp: registration, phone }: CodeJob,
) {
  if (!registration) return
  const existing = await findAccountByPhone(auth.pool, phone)
  // The owner of a confirmed or invited account gets a code to sign in instead.
  if (existing?.confirmed_at || existing?.invited_at) {
    return sendCode(auth, send, item, { purpose: 'sms', phone })
  }
  if (!existing)
    await transact(auth.pool, (db) => createSelfRegistered(db, { ...registration, phone }))
  // A retry of this job finds the account that the first attempt created. The retry must not reset that account.
  else if (existing.id !== registration.id)
    await resetUnconfirmed(auth.pool, existing, registration.data)
  return sendCode(auth, send, item, { purpose: 'sms_signup', phone })
}
