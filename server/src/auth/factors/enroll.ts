import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { proveOwner } from '../passwords/prove-owner.ts'
import { lockPerson, personOf } from '../person.ts'
import { numberIn } from '../phones/number.ts'
import { read, text } from '../read.ts'
import { visitorOf } from '../visitor.ts'
import { makeRoom } from './make-room.ts'
import { newTotp } from './totp.ts'

const body = z.object({
  factor_type: z.string().nullish(),
  friendly_name: text.max(100).nullish(),
  issuer: text.max(100).nullish(),
  phone: z.string().nullish(),
})
type Body = z.infer<typeof body>

/** A secret for an authenticator app, or a number for messages. It counts once a code of it was seen. */
export const enroll: Call = {
  method: 'POST',
  path: '/factors',
  answer: async (auth, request) => {
    const person = await personOf(auth, request)
    const given = read(body, request.body)
    const type = typeIn(auth, given)
    const { account } = person
    const visitor = visitorOf(request)
    // Whoever found a page open must not keep its owner out by a factor of their own.
    await proveOwner(auth, person, {}, visitor)
    const { kept, shown } = type === 'phone' ? byPhone(auth, given) : byApp(auth, given, account)
    const factor = { id: randomUUID(), type, friendly_name: given.friendly_name ?? '' }
    await transact(auth.pool, async (db) => {
      const present = await lockPerson(db, person)
      await makeRoom(db, present, { name: factor.friendly_name, phone: kept.phone })
      await keep(db, account, { ...factor, ...kept })
      const traits = { factor_id: factor.id }
      await audit(db, { action: 'factor_in_progress', account, ip: visitor.ip, traits })
    })
    return { ...factor, ...shown }
  },
}

function typeIn({ settings: { hasPhones } }: Auth, { factor_type: type }: Body): NewFactor['type'] {
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

function byPhone({ settings }: Auth, given: Body) {
  const phone = numberIn(settings, given.phone ?? '')
  return { kept: { phone, secret: null }, shown: { phone } }
}

function byApp({ settings }: Auth, given: Body, account: Account) {
  const issuer = given.issuer ?? settings.productName
  const label = account.email ?? account.phone ?? account.id
  const { qrCode, secret, uri } = newTotp({ issuer, label })
  return { kept: { phone: null, secret }, shown: { totp: { qr_code: qrCode, secret, uri } } }
}

interface NewFactor {
  id: string
  type: 'totp' | 'phone'
  friendly_name: string
  secret: string | null
  phone: string | null
}

async function keep(db: Queryable, { id: owner }: Account, factor: NewFactor) {
  await db.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
     values ($1, $2, $3, $4, 'unverified', now(), now(), $5, $6)`,
    [factor.id, owner, factor.friendly_name, factor.type, factor.secret, factor.phone],
  )
}
