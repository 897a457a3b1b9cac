import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enqueue } from '../../postgres/outbox.ts'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import type { Call } from '../call.ts'
import { AuthError } from '../errors.ts'
import { beginSms } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { personOf } from '../person.ts'
import { checkChannel, checkCountry } from '../phones/number.ts'
import { read } from '../read.ts'
import { visitorOf } from '../visitor.ts'
import { challengeLasts, factorIn, findFactor, type KeptFactor } from './factor.ts'
import type { FactorWork } from './phone-codes.ts'

const body = z.object({ channel: z.string().nullish() })

export const challenge: Call = {
  method: 'POST',
  path: '/factors/:factorId/challenge',
  answer: async (auth, request) => {
    const { channel } = read(body, request.body)
    const { account } = await personOf(auth, request)
    const factor = await findFactor(auth.pool, request, account)
    const { factor_type: type, phone } = factor
    const id = randomUUID()
    const sms = phone === null ? undefined : { challengeId: id, accountId: account.id, phone }
    if (sms) await countSms(auth, request, { ...sms, factor }, channel)
    await transact(auth.pool, async (db) => {
      await open(db, id, await factorIn(db, request, account), visitorOf(request).ip)
      if (sms) await enqueue(db, 'auth.sms', { purpose: 'second_factor', ...sms })
    })
    const expiresAt = Math.floor(Date.now() / 1000) + challengeLasts
    return { id, type, expires_at: expiresAt }
  },
}

async function countSms(
  { pool, settings }: Auth,
  request: FastifyRequest,
  { factor, ...sms }: Omit<FactorWork, 'purpose'> & { factor: KeptFactor },
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
  // What strangers ask its number for takes nothing from a factor that was proven.
  const factorId = factor.status === 'verified' ? factor.id : undefined
  await beginSms(pool, { ...sms, factorId }, visitorOf(request))
}

async function open(db: Queryable, id: string, factor: KeptFactor, ip: string) {
  await forgetOldest(db, factor)
  await db.query(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     values ($1, $2, now(), $3)`,
    [id, factor.id, ip],
  )
}

const mostOpen = 10

/** Several tabs may ask; nobody needs a thousand. */
async function forgetOldest(db: Queryable, { id }: KeptFactor) {
  await db.query(
    `delete from auth.mfa_challenges where id in (
       select id from auth.mfa_challenges where factor_id = $1 and verified_at is null
       order by created_at desc offset $2
     )`,
    [id, mostOpen - 1],
  )
}
