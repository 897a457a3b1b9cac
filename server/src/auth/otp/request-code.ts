// Enqueues jobs that send links and codes. Only the jobs look up accounts, so the response does not reveal whether an
// address has an account.
import type { FastifyRequest } from 'fastify'
import { enqueue } from '../../queue/outbox.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import type { Account } from '../accounts/account.ts'
import { checkCountry } from '../accounts/phone-number.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { clientInfoOf } from '../parse-request.ts'
import { createFlowState, type PkceChallenge } from '../pkce.ts'
import { countEmail, countSms } from '../rate-limits.ts'
import { requestedRedirect } from '../redirects.ts'
import type { LinkJob } from './email-jobs.ts'
import type { CodeJob } from './sms-jobs.ts'

type LinkRequest = Omit<LinkJob, 'redirectTo' | 'flowId' | 'ip'>

export async function requestLink(
  auth: AuthDependencies,
  request: FastifyRequest,
  challenge: PkceChallenge,
  target: LinkRequest,
) {
  await enqueue(auth.pool, 'auth.link', await createLinkJob(auth, request, challenge, target))
  return {}
}

/** Counts the request against the rate limits and returns a job, which the caller enqueues. */
async function createLinkJob(
  { pool, settings }: AuthDependencies,
  request: FastifyRequest,
  challenge: PkceChallenge,
  target: LinkRequest,
): Promise<LinkJob> {
  const redirectTo = requestedRedirect(settings, request)
  const client = clientInfoOf(request)
  await countEmail(pool, target.newEmail ?? target.email, client)
  const flowId = await createFlowState(pool, challenge, target.purpose)
  return { ...target, redirectTo, flowId, ip: client.ip }
}

export function createEmailChangeJob(
  auth: AuthDependencies,
  request: FastifyRequest,
  challenge: PkceChallenge,
  { id: accountId, email: current }: Account,
  newEmail: string,
) {
  const email = current ?? newEmail
  const change = { purpose: 'email_change', accountId, email, newEmail } as const
  return createLinkJob(auth, request, challenge, change)
}

/** Stores the new email and enqueues its link. The account's email changes when the link is opened. */
export async function requestEmailChange(db: Queryable, { id }: Account, link: LinkJob) {
  await db.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    id,
    link.newEmail,
  ])
  await enqueue(db, 'auth.link', link)
}

type SmsRequest = Omit<CodeJob, 'ip'>

export async function requestSms(
  auth: AuthDependencies,
  request: FastifyRequest,
  target: SmsRequest,
) {
  await enqueue(auth.pool, 'auth.sms', await createSmsJob(auth, request, target))
  return {}
}

/**
 * Counts the request against the rate limits and returns a job, which the caller enqueues. Throws if the settings do
 * not allow SMS to the number.
 */
export async function createSmsJob(
  { pool, settings }: AuthDependencies,
  request: FastifyRequest,
  target: SmsRequest,
): Promise<CodeJob> {
  checkCountry(settings, target.phone)
  const client = clientInfoOf(request)
  await countSms(pool, target, client)
  return { ...target, ip: client.ip }
}

/** Stores the new number and enqueues its code. The account's number changes when the code is entered. */
export async function requestPhoneChange(db: Queryable, { id }: Account, sms: CodeJob) {
  await db.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    id,
    sms.phone,
  ])
  await enqueue(db, 'auth.sms', sms)
}
