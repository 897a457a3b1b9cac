import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enqueue } from '../../../queue/outbox.ts'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import { checkChannel, checkCountry } from '../../accounts/phone-number.ts'
import type { AuthDependencies, Route } from '../../auth-dependencies.ts'
import { requireUser } from '../../authenticate.ts'
import { AuthError } from '../../errors.ts'
import type { FactorSmsJob } from '../../mfa/challenges.ts'
import {
  challengeLifetimeSeconds,
  findFactor,
  lockFactor,
  type StoredFactor,
} from '../../mfa/factors.ts'
import { clientInfoOf, parse } from '../../parse-request.ts'
import { countSms } from '../../rate-limits.ts'

const bodySchema = z.object({ channel: z.string().nullish() })

export const challenge: Route = {
  method: 'POST',
  path: '/factors/:factorId/challenge',
  handle: async (auth, request) => {
    const { channel } = parse(bodySchema, request.body)
    const { account } = await requireUser(auth, request)
    const factor = await findFactor(auth.pool, request, account)
    const { factor_type: type, phone } = factor
    const id = randomUUID()
    const sms = phone === null ? undefined : { challengeId: id, accountId: account.id, phone }
    if (sms) await authorizeSms(auth, request, { ...sms, factor }, channel)
    await transact(auth.pool, async (db) => {
      await openChallenge(db, id, await lockFactor(db, request, account), clientInfoOf(request).ip)
      if (sms) await enqueue(db, 'auth.sms', { purpose: 'second_factor', ...sms })
    })
    const expiresAt = Math.floor(Date.now() / 1000) + challengeLifetimeSeconds
    return { id, type, expires_at: expiresAt }
  },
}

async function authorizeSms(
  { pool, settings }: AuthDependencies,
  request: FastifyRequest,
  { factor, ...sms }: Omit<FactorSmsJob, 'purpose'> & { factor: StoredFactor },
  channel: string | null | undefined,
) {
  if (!settings.hasPhones) {
    throw new AuthError(
      422,
      'mfa_phone_verify_not_enabled',
      'MFA verification is disabled for Phone',
    )
  }
  checkChannel(channel)
  checkCountry(settings, sms.phone)
  // Count an SMS to a verified factor toward the factor's own limit. Strangers could use up the number's limit by
  // requesting other SMS to the number.
  const factorId = factor.status === 'verified' ? factor.id : undefined
  await countSms(pool, { ...sms, factorId }, clientInfoOf(request))
}

async function openChallenge(db: Queryable, id: string, factor: StoredFactor, ip: string) {
  await deleteOldest(db, factor)
  await db.query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     values ($1, $2, now(), $3)`,
    [id, factor.id, ip],
  )
}

const maxOpenChallenges = 10

/**
 * Deletes the oldest open challenges. Several tabs may each open a challenge, but nobody needs a large number of them.
 */
async function deleteOldest(db: Queryable, { id }: StoredFactor) {
  await db.query(
    `delete from auth.mfa_challenges where id in (
       select id from auth.mfa_challenges where factor_id = $1 and verified_at is null
       order by created_at desc offset $2
     )`,
    [id, maxOpenChallenges - 1],
  )
}
