// Codes of a second factor by message. One follows from its challenge and a key, so that no table holds it.
import { z } from 'zod'
import { isSame } from '../../keys/derived-keys.ts'
import type { SendCode } from '../../sms/open-sms.ts'
import { codeFor } from '../one-time/make.ts'
import type { Auth } from '../parts.ts'
import type { Item } from '../until-refused.ts'
import { challengeLasts } from './factor.ts'

export const factorWork = z.object({
  purpose: z.literal('second_factor'),
  challengeId: z.string(),
  accountId: z.string(),
  phone: z.string(),
})
export type FactorWork = z.infer<typeof factorWork>

export function isCodeOf(auth: Auth, challengeId: string, code: string) {
  return isSame(code, codeFor(auth, challengeId))
}

/** For a challenge that still waits for its code. */
export async function sendFactorCode(
  auth: Auth,
  send: SendCode,
  { id }: Item,
  { challengeId, phone }: FactorWork,
) {
  const { rows } = await auth.pool.query(
    `select from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
     where c.id = $1 and f.phone = $2 and c.verified_at is null
       and c.created_at > now() - make_interval(secs => $3)`,
    [challengeId, phone, challengeLasts],
  )
  if (rows.length === 0) return
  const code = codeFor(auth, challengeId)
  await send({ id, kind: 'second-factor', phone, code, validFor: '5 minutes' })
}
