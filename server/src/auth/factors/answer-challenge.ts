// A challenge is answered once, by a code of its factor.
import type { Queryable } from '../../postgres/queryable.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { challengeLasts, type KeptFactor } from './factor.ts'
import { isCodeOf } from './phone-codes.ts'
import { stepOf } from './totp.ts'

interface Try {
  factor: KeptFactor
  challengeId: string
  code: string
}

export async function answerChallenge(auth: Auth, db: Queryable, given: Try) {
  const { factor, challengeId, code } = given
  const { rows } = await db.query<{ isOpen: boolean }>(
    `select verified_at is null and created_at > now() - make_interval(secs => $3) as "isOpen"
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factor.id, challengeLasts],
  )
  if (!rows[0]) throw noChallenge()
  if (!rows[0].isOpen) throw challengeOver(challengeId)
  if (factor.factor_type === 'phone') {
    if (!isCodeOf(auth, challengeId, code)) throw wrongCode('Invalid MFA Phone code entered')
    return close(db, challengeId, null)
  }
  const step = stepOf(factor.secret, code)
  if (step === undefined || !(await isNew(db, factor, step))) {
    throw wrongCode('Invalid TOTP code entered')
  }
  return close(db, challengeId, step)
}

async function close(db: Queryable, challengeId: string, step: number | null) {
  await db.query(
    'update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1',
    [challengeId, step === null ? null : String(step)],
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

function wrongCode(message: string) {
  return new AuthError(422, 'mfa_verification_failed', message)
}

function noChallenge() {
  const message = 'MFA factor with the provided challenge ID not found'
  return new AuthError(422, 'mfa_factor_not_found', message)
}

function challengeOver(id: string) {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
  return new AuthError(422, 'mfa_challenge_expired', message)
}
