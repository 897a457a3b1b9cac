import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import { type Account, findAccountById, hasSecondFactor } from '../../accounts/account.ts'
import { requirePhoneNumber } from '../../accounts/phone-number.ts'
import { audit } from '../../audit.ts'
import type { AuthDependencies, Route } from '../../auth-dependencies.ts'
import { lockUser, requireUser, type SignedInUser } from '../../authenticate.ts'
import { AuthError, invalid, noSuchUser } from '../../errors.ts'
import { createTotp } from '../../mfa/challenges.ts'
import { insufficientAal } from '../../mfa/factors.ts'
import { clientInfoOf, parse, textSchema } from '../../parse-request.ts'
import { requireReauthentication } from '../../sessions/reauthentication.ts'

const bodySchema = z.object({
  factor_type: z.string().nullish(),
  friendly_name: textSchema.max(100).nullish(),
  issuer: textSchema.max(100).nullish(),
  phone: z.string().nullish(),
})
type Body = z.infer<typeof bodySchema>

/** Registers an authenticator app or a phone number as a second factor. The first correct code activates the factor. */
export const enroll: Route = {
  method: 'POST',
  path: '/factors',
  handle: async (auth, request) => {
    const user = await requireUser(auth, request)
    const body = parse(bodySchema, request.body)
    const type = parseType(auth, body)
    const { account } = user
    const client = clientInfoOf(request)
    // A stranger at an unlocked computer must not be able to lock out the owner by adding a factor.
    await requireReauthentication(auth, user, {}, client)
    const { stored, shown } =
      type === 'phone' ? newPhoneFactor(auth, body) : newTotpFactor(auth, body, account)
    const factor = { id: randomUUID(), type, friendly_name: body.friendly_name ?? '' }
    await transact(auth.pool, async (db) => {
      const current = await lockUser(db, user)
      await checkCanEnroll(db, current, { name: factor.friendly_name, phone: stored.phone })
      await storeFactor(db, account, { ...factor, ...stored })
      const traits = { factor_id: factor.id }
      await audit(db, { action: 'factor_in_progress', account, ip: client.ip, traits })
    })
    return { ...factor, ...shown }
  },
}

function parseType(
  { settings: { hasPhones } }: AuthDependencies,
  { factor_type: type }: Body,
): NewFactor['type'] {
  if (type === 'totp' || (type === 'phone' && hasPhones)) return type
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    const message = 'MFA enroll is disabled for WebAuthn'
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', message)
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

function newPhoneFactor({ settings }: AuthDependencies, body: Body) {
  const phone = requirePhoneNumber(settings, body.phone ?? '')
  return { stored: { phone, secret: null }, shown: { phone } }
}

function newTotpFactor({ settings }: AuthDependencies, body: Body, account: Account) {
  const issuer = body.issuer ?? settings.productName
  const label = account.email ?? account.phone ?? account.id
  const { qrCode, secret, uri } = createTotp({ issuer, label })
  return { stored: { phone: null, secret }, shown: { totp: { qr_code: qrCode, secret, uri } } }
}

interface NewFactor {
  id: string
  type: 'totp' | 'phone'
  friendly_name: string
  secret: string | null
  phone: string | null
}

async function storeFactor(db: Queryable, { id: owner }: Account, factor: NewFactor) {
  await db.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
     values ($1, $2, $3, $4, 'unverified', now(), now(), $5, $6)`,
    [factor.id, owner, factor.friendly_name, factor.type, factor.secret, factor.phone],
  )
}

const maxFactors = 10

interface FactorLabel {
  name: string
  phone: string | null
}

/** Throws if the account may not add a factor, or already has a factor with this name or number. */
async function checkCanEnroll(
  db: Queryable,
  { account, session }: SignedInUser,
  { name, phone }: FactorLabel,
) {
  // Delete old or conflicting unfinished enrollments, so that they do not block this enrollment.
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified'
       and (created_at < now() - interval '10 minutes' or friendly_name = $2 or phone = $3)`,
    [account.id, name, phone],
  )
  const current = await findAccountById(db, account.id)
  if (!current) throw noSuchUser()
  if (hasSecondFactor(current) && session.aal !== 'aal2') {
    throw insufficientAal(403, 'AAL2 required to enroll a new factor')
  }
  if (current.factors.length >= maxFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (name.trim() !== '' && current.factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  if (phone) await refuseTakenPhone(db, account.id, phone)
}

async function refuseTakenPhone(db: Queryable, owner: string, phone: string) {
  const { rows } = await db.query(
    'select from auth.mfa_factors where user_id = $1 and phone = $2',
    [owner, phone],
  )
  if (rows.length === 0) return
  const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
  throw new AuthError(422, 'mfa_verified_factor_exists', message)
}
