import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../../postgres/transaction.ts'
import { hasSecondFactor } from '../../accounts/account.ts'
import { audit } from '../../audit.ts'
import type { AuthDependencies, Route } from '../../auth-dependencies.ts'
import { lockUser, rateLimitKey, requireUser } from '../../authenticate.ts'
import { AuthError, invalid } from '../../errors.ts'
import { factorNotFound, insufficientAal, notifyFactorChange } from '../../mfa/factors.ts'
import {
  consumeRecoveryCode,
  createRecoveryCodes,
  findRecoveryCodes,
} from '../../mfa/recovery-codes.ts'
import { clientInfoOf, parse, textSchema } from '../../parse-request.ts'
import { countCodeAttempt, refundCodeAttempt } from '../../rate-limits.ts'
import { raiseToAal2 } from '../../sessions/start-session.ts'

const path = '/factors/recovery-codes'
const generateBody = z.object({ friendly_name: textSchema.trim().min(1).max(100).nullish() })
const verifyBody = z.object({ code: z.string().max(100).nullish() })

const status: Route = {
  method: 'GET',
  path,
  handle: async (auth, request) => {
    const { account } = await requireUser(auth, request)
    const codes = await findRecoveryCodes(auth.pool, account.id)
    if (!codes) throw factorNotFound()
    const { id, total, remaining } = codes
    return { id, type: 'recovery_code', total, remaining }
  },
}

const generate: Route = {
  method: 'POST',
  path,
  handle: (auth, request) => {
    const { friendly_name: name } = parse(generateBody, request.body)
    return issueCodes(auth, request, (existing) => {
      if (!existing) return name ?? 'Recovery codes'
      const message = 'You already have recovery codes. Regenerate them to get new ones.'
      throw new AuthError(422, 'mfa_verified_factor_exists', message)
    })
  },
}

const regenerate: Route = {
  method: 'POST',
  path: `${path}/regenerate`,
  handle: (auth, request) =>
    issueCodes(auth, request, (existing) => {
      if (existing) return existing.name
      throw factorNotFound()
    }),
}

type ExistingCodes = Awaited<ReturnType<typeof findRecoveryCodes>>

async function issueCodes(
  auth: AuthDependencies,
  request: FastifyRequest,
  nameFor: (existing: ExistingCodes) => string,
) {
  const user = await requireUser(auth, request)
  return transact(auth.pool, async (db) => {
    const { account, session } = await lockUser(db, user)
    if (session.aal !== 'aal2' || !hasSecondFactor(account)) {
      throw insufficientAal(403, 'AAL2 required to get recovery codes')
    }
    const name = nameFor(await findRecoveryCodes(db, account.id))
    const { ip } = clientInfoOf(request)
    await audit(db, { action: 'recovery_codes_generated', account, ip })
    await notifyFactorChange(
      db,
      account,
      'New recovery codes were created. The old ones no longer work.',
    )
    return createRecoveryCodes(auth, db, { userId: account.id, name })
  })
}

const verify: Route = {
  method: 'POST',
  path: `${path}/verify`,
  handle: async (auth, request) => {
    const { code } = parse(verifyBody, request.body)
    if (!code) throw invalid('Code needs to be non-empty')
    const user = await requireUser(auth, request)
    const { account } = user
    const client = clientInfoOf(request)
    const attempt = await countCodeAttempt(auth.pool, rateLimitKey(user), client, {
      isSignedIn: true,
    })
    const session = await transact(auth.pool, async (db) => {
      await lockUser(db, user)
      if (!(await consumeRecoveryCode(auth, db, account.id, code))) {
        throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
      }
      await audit(db, { action: 'recovery_code_spent', account, ip: client.ip })
      await notifyFactorChange(db, account, 'A recovery code was used to log in.')
      return raiseToAal2(auth, db, user, { method: 'mfa/recovery_code' })
    })
    await refundCodeAttempt(auth.pool, attempt)
    return session
  },
}

const remove: Route = {
  method: 'DELETE',
  path,
  handle: async (auth, request) => {
    const user = await requireUser(auth, request)
    return transact(auth.pool, async (db) => {
      const { account, session } = await lockUser(db, user)
      if (session.aal !== 'aal2') {
        throw insufficientAal(403, 'AAL2 required to remove recovery codes')
      }
      const codes = await findRecoveryCodes(db, account.id)
      if (!codes) throw factorNotFound()
      await db.query('delete from private.recovery_codes where user_id = $1', [account.id])
      await notifyFactorChange(db, account, 'The recovery codes were removed.')
      return { id: codes.id }
    })
  },
}

export const recoveryCodeRoutes: readonly Route[] = [status, generate, regenerate, verify, remove]
