// Creates TOTP secrets, sends the codes of second-factor challenges by SMS, and checks the codes that users enter. A
// challenge accepts one correct code.
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { isEqualConstantTime } from '../../keys/derived-keys.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import type { SendCode } from '../../sms/open-sms.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { AuthError } from '../errors.ts'
import { deriveCode } from '../otp/one-time-tokens.ts'
import type { AuthOutboxItem } from '../otp/stop-on-refusal.ts'
import { challengeLifetimeSeconds, type StoredFactor } from './factors.ts'

interface ChallengeAnswer {
  factor: StoredFactor
  challengeId: string
  code: string
}

export async function answerChallenge(
  auth: AuthDependencies,
  db: Queryable,
  answer: ChallengeAnswer,
) {
  const { factor, challengeId, code } = answer
  const { rows } = await db.query<{ isOpen: boolean }>(
    `select verified_at is null and created_at > now() - make_interval(secs => $3) as "isOpen"
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factor.id, challengeLifetimeSeconds],
  )
  if (!rows[0]) throw challengeNotFound()
  if (!rows[0].isOpen) throw challengeExpired(challengeId)
  if (factor.factor_type === 'phone') {
    if (!isChallengeCode(auth, challengeId, code)) throw wrongCode('Invalid MFA Phone code entered')
    return closeChallenge(db, challengeId, null)
  }
  const step = findTotpStep(factor.secret, code)
  if (step === undefined || !(await isUnusedStep(db, factor, step))) {
    throw wrongCode('Invalid TOTP code entered')
  }
  return closeChallenge(db, challengeId, step)
}

export const factorSmsJob = z.object({
  purpose: z.literal('second_factor'),
  challengeId: z.string(),
  accountId: z.string(),
  phone: z.string(),
})

export type FactorSmsJob = z.infer<typeof factorSmsJob>

/**
 * Sends the code of a challenge by SMS, if the challenge is still open. The code is not stored, because it is derived
 * from the challenge's id and a key.
 */
export async function sendFactorCode(
  auth: AuthDependencies,
  send: SendCode,
  { id }: AuthOutboxItem,
  { challengeId, phone }: FactorSmsJob,
) {
  const { rows } = await auth.pool.query(
    `select from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
     where c.id = $1 and f.phone = $2 and c.verified_at is null
       and c.created_at > now() - make_interval(secs => $3)`,
    [challengeId, phone, challengeLifetimeSeconds],
  )
  if (rows.length === 0) return
  const code = deriveCode(auth, challengeId)
  await send({ id, kind: 'second-factor', phone, code, validFor: '5 minutes' })
}

interface TotpLabel {
  issuer: string
  label: string
}

export function createTotp(label: TotpLabel) {
  const totp = new TOTP({ ...label, secret: new Secret({ size: 20 }) })
  const uri = totp.toString()
  // Clients put the image into a data URL. The # of a hexadecimal color would end that URL, so the colors are names.
  const qrCode = renderSVG(uri, { ecc: 'M', blackColor: 'black', whiteColor: 'white' })
  return { secret: totp.secret.base32, uri, qrCode }
}

async function closeChallenge(db: Queryable, challengeId: string, step: number | null) {
  await db.query(
    'update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1',
    [challengeId, step === null ? null : String(step)],
  )
}

/**
 * Returns false if the factor already accepted a code of this time step or a later one. Each code works once, because
 * somebody may have seen it.
 */
async function isUnusedStep(db: Queryable, { id }: StoredFactor, step: number) {
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

function challengeNotFound() {
  const message = 'MFA factor with the provided challenge ID not found'
  return new AuthError(422, 'mfa_factor_not_found', message)
}

function challengeExpired(id: string) {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
  return new AuthError(422, 'mfa_challenge_expired', message)
}

/** Codes of the previous and the next time step are accepted too, because clocks differ. */
const clockToleranceSteps = 1

/** Returns the time step of a code, or undefined if the code does not match the secret. */
function findTotpStep(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/u.test(code)) return undefined
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, window: clockToleranceSteps })
  return delta === null ? undefined : totp.counter() + delta
}

function isChallengeCode(auth: AuthDependencies, challengeId: string, code: string) {
  return isEqualConstantTime(code, deriveCode(auth, challengeId))
}
