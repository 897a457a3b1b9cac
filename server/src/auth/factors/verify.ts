import { z } from 'zod'
import { type Queryable, transact } from '../../database/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import { type Person, personOf } from '../person.ts'
import { read } from '../read.ts'
import { lockAccount } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'
import { challengeLasts } from './challenge.ts'
import { factorIn, type KeptFactor } from './factor.ts'
import { tellOwner } from './notice.ts'
import { stepUp } from './step-up.ts'
import { stepOf } from './totp.ts'

const body = z.object({
  challenge_id: z.guid('challenge_id must be an UUID').nullish(),
  code: z.string().max(100).nullish(),
})

/** A code of the authenticator app; the first one makes the factor count. */
export const verifyFactor: Call = {
  method: 'POST',
  path: '/factors/:factorId/verify',
  answer: async (auth, request) => {
    const { challenge_id: challengeId, code } = read(body, request.body)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!challengeId) throw invalid('challenge_id needs to be non-empty')
    const person = await personOf(auth, request)
    const visitor = visitorOf(request)
    await beginCode(auth.pool, person.account.id, visitor)
    const session = await transact(auth.pool, async (db) => {
      await lockAccount(db, person.account.id)
      const factor = await factorIn(db, request, person.account)
      await answerChallenge(db, { factor, challengeId, code })
      if (factor.status === 'unverified') await beginToCount(db, person, factor)
      const traits = { factor_id: factor.id }
      await audit(db, {
        action: 'factor_verified',
        account: person.account,
        ip: visitor.ip,
        traits,
      })
      return stepUp(auth, db, person, { method: 'totp', factorId: factor.id })
    })
    await finishCode(auth.pool, person.account.id, visitor)
    return session
  },
}

interface Try {
  factor: KeptFactor
  challengeId: string
  code: string
}

async function answerChallenge(db: Queryable, { factor, challengeId, code }: Try) {
  const { rows } = await db.query<{ isOpen: boolean }>(
    `select verified_at is null and created_at > now() - make_interval(secs => $3) as "isOpen"
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factor.id, challengeLasts],
  )
  if (!rows[0]) throw noChallenge()
  if (!rows[0].isOpen) throw challengeOver(challengeId)
  const step = stepOf(factor.secret, code)
  if (step === undefined || !(await isNew(db, factor, step))) {
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await db.query(
    'update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1',
    [challengeId, String(step)],
  )
}

/** Whoever looked over a shoulder cannot use what was seen. */
async function isNew(db: Queryable, { id }: KeptFactor, step: number) {
  const { rows } = await db.query(
    `select from auth.mfa_challenges
     where factor_id = $1 and verified_at is not null and otp_code::bigint >= $2 limit 1`,
    [id, step],
  )
  return rows.length === 0
}

/** What was signed in without it ends. */
async function beginToCount(db: Queryable, { account, session }: Person, { id }: KeptFactor) {
  await db.query(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`,
    [id],
  )
  await db.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    account.id,
  ])
  await db.query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and aal is distinct from 'aal2'`,
    [account.id, session.id],
  )
  await tellOwner(db, account, 'An authenticator app was added.')
}

function noChallenge() {
  const message = 'MFA factor with the provided challenge ID not found'
  return new AuthError(422, 'mfa_factor_not_found', message)
}

function challengeOver(id: string) {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
  return new AuthError(422, 'mfa_challenge_expired', message)
}
