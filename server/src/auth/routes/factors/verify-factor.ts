import { z } from 'zod'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import { audit } from '../../audit.ts'
import type { Route } from '../../auth-dependencies.ts'
import { lockUser, rateLimitKey, requireUser, type SignedInUser } from '../../authenticate.ts'
import { invalid } from '../../errors.ts'
import { answerChallenge } from '../../mfa/challenges.ts'
import {
  describeFactor,
  lockFactor,
  notifyFactorChange,
  type StoredFactor,
} from '../../mfa/factors.ts'
import { clientInfoOf, parse } from '../../parse-request.ts'
import { countCodeAttempt, refundCodeAttempt } from '../../rate-limits.ts'
import { endAccess } from '../../sessions/session.ts'
import { raiseToAal2 } from '../../sessions/start-session.ts'

const bodySchema = z.object({
  challenge_id: z.guid('challenge_id must be an UUID').nullish(),
  code: z.string().max(100).nullish(),
})

/** The names of the methods in the amr claim. */
const amrMethods = { totp: 'totp', phone: 'mfa/phone' } as const

/** Verifies a code from an authenticator app or an SMS. The first correct code activates the factor. */
export const verifyFactor: Route = {
  method: 'POST',
  path: '/factors/:factorId/verify',
  handle: async (auth, request) => {
    const user = await requireUser(auth, request)
    const { challenge_id: challengeId, code } = parse(bodySchema, request.body)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!challengeId) throw invalid('challenge_id needs to be non-empty')
    const client = clientInfoOf(request)
    const attempt = await countCodeAttempt(auth.pool, rateLimitKey(user), client, {
      isSignedIn: true,
    })
    const session = await transact(auth.pool, async (db) => {
      await lockUser(db, user)
      const factor = await lockFactor(db, request, user.account)
      await answerChallenge(auth, db, { factor, challengeId, code })
      if (factor.status === 'unverified') await activateFactor(db, user, factor)
      const traits = { factor_id: factor.id }
      await audit(db, {
        action: 'factor_verified',
        account: user.account,
        ip: client.ip,
        traits,
      })
      return raiseToAal2(auth, db, user, {
        method: amrMethods[factor.factor_type],
        factorId: factor.id,
      })
    })
    await refundCodeAttempt(auth.pool, attempt)
    return session
  },
}

/** Activates the factor. Ends all other sessions, because they started without this factor. */
async function activateFactor(
  db: Queryable,
  { account, session }: SignedInUser,
  factor: StoredFactor,
) {
  await db.query(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`,
    [factor.id],
  )
  await db.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    account.id,
  ])
  await endAccess(db, account.id, session.id)
  await notifyFactorChange(db, account, `${describeFactor(factor)} was added.`)
}
