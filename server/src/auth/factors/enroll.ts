import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Queryable, transact } from '../../database/queryable.ts'
import { accountById, hasSecondFactor } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, invalid, noSuchUser } from '../errors.ts'
import { type Person, personOf } from '../person.ts'
import { read, text } from '../read.ts'
import { lockAccount } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'
import { needsSecondFactor } from './factor.ts'
import { newTotp } from './totp.ts'

const most = 10

const body = z.object({
  factor_type: z.string().nullish(),
  friendly_name: text.max(100).nullish(),
  issuer: text.max(100).nullish(),
})

/** A secret for an authenticator app. It counts once a code of it was seen. */
export const enroll: Call = {
  method: 'POST',
  path: '/factors',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    checkType(given.factor_type)
    const person = await personOf(auth, request)
    const { account } = person
    const name = given.friendly_name ?? ''
    const issuer = given.issuer ?? auth.settings.productName
    const totp = newTotp({ issuer, label: account.email ?? account.id })
    const id = randomUUID()
    await transact(auth.pool, async (db) => {
      await lockAccount(db, account.id)
      await makeRoom(db, person, name)
      await db.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
        [id, account.id, name, totp.secret],
      )
      const traits = { factor_id: id }
      await audit(db, { action: 'factor_in_progress', account, ip: visitorOf(request).ip, traits })
    })
    const { qrCode, secret, uri } = totp
    return { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode, secret, uri } }
  },
}

function checkType(type: string | null | undefined) {
  if (type === 'totp') return
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    const message = 'MFA enroll is disabled for WebAuthn'
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', message)
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

async function makeRoom(db: Queryable, { account, session }: Person, name: string) {
  // Begun and not finished: whoever begins anew may take the same name.
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified'
       and (created_at < now() - interval '10 minutes' or friendly_name = $2)`,
    [account.id, name],
  )
  const present = await accountById(db, account.id)
  if (!present) throw noSuchUser()
  if (hasSecondFactor(present) && session.aal !== 'aal2') {
    throw needsSecondFactor(403, 'AAL2 required to enroll a new factor')
  }
  if (present.factors.length >= most) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (name.trim() !== '' && present.factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
}
