import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../postgres/queryable.ts'
import { hasSecondFactor } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { lockPerson, nameOf, personOf } from '../person.ts'
import { read, text } from '../read.ts'
import { visitorOf } from '../visitor.ts'
import { needsSecondFactor, noFactor } from './factor.ts'
import { tellOwner } from './notice.ts'
import { findCodes, newCodes, spendCode } from './recovery-codes.ts'
import { stepUp } from './step-up.ts'

const path = '/factors/recovery-codes'
const naming = z.object({ friendly_name: text.trim().min(1).max(100).nullish() })
const spending = z.object({ code: z.string().max(100).nullish() })

const status: Call = {
  method: 'GET',
  path,
  answer: async (auth, request) => {
    const { account } = await personOf(auth, request)
    const codes = await findCodes(auth.pool, account.id)
    if (!codes) throw noFactor()
    const { id, total, remaining } = codes
    return { id, type: 'recovery_code', total, remaining }
  },
}

const generate: Call = {
  method: 'POST',
  path,
  answer: (auth, request) => {
    const { friendly_name: name } = read(naming, request.body)
    return give(auth, request, (known) => {
      if (!known) return name ?? 'Recovery codes'
      const message = 'There are recovery codes already. Regenerate them to get new ones.'
      throw new AuthError(422, 'mfa_verified_factor_exists', message)
    })
  },
}

const regenerate: Call = {
  method: 'POST',
  path: `${path}/regenerate`,
  answer: (auth, request) =>
    give(auth, request, (known) => {
      if (known) return known.name
      throw noFactor()
    }),
}

type Known = Awaited<ReturnType<typeof findCodes>>

async function give(auth: Auth, request: FastifyRequest, nameFor: (known: Known) => string) {
  const caller = await personOf(auth, request)
  return transact(auth.pool, async (db) => {
    const { account, session } = await lockPerson(db, caller)
    if (session.aal !== 'aal2' || !hasSecondFactor(account)) {
      throw needsSecondFactor(403, 'AAL2 required to get recovery codes')
    }
    const name = nameFor(await findCodes(db, account.id))
    const { ip } = visitorOf(request)
    await audit(db, { action: 'recovery_codes_generated', account, ip })
    await tellOwner(db, account, 'New recovery codes were made. Older ones no longer work.')
    return newCodes(auth, db, { userId: account.id, name })
  })
}

const verify: Call = {
  method: 'POST',
  path: `${path}/verify`,
  answer: async (auth, request) => {
    const { code } = read(spending, request.body)
    if (!code) throw invalid('Code needs to be non-empty')
    const person = await personOf(auth, request)
    const { account } = person
    const visitor = visitorOf(request)
    await beginCode(auth.pool, nameOf(person), visitor)
    const session = await transact(auth.pool, async (db) => {
      await lockPerson(db, person)
      if (!(await spendCode(auth, db, account.id, code))) {
        throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
      }
      await audit(db, { action: 'recovery_code_spent', account, ip: visitor.ip })
      await tellOwner(db, account, 'A recovery code was used to sign in.')
      return stepUp(auth, db, person, { method: 'mfa/recovery_code' })
    })
    await finishCode(auth.pool, nameOf(person), visitor)
    return session
  },
}

const remove: Call = {
  method: 'DELETE',
  path,
  answer: async (auth, request) => {
    const caller = await personOf(auth, request)
    return transact(auth.pool, async (db) => {
      const { account, session } = await lockPerson(db, caller)
      if (session.aal !== 'aal2') {
        throw needsSecondFactor(403, 'AAL2 required to remove recovery codes')
      }
      const codes = await findCodes(db, account.id)
      if (!codes) throw noFactor()
      await db.query('delete from private.recovery_codes where user_id = $1', [account.id])
      await tellOwner(db, account, 'The recovery codes were removed.')
      return { id: codes.id }
    })
  },
}

export const recoveryCodeCalls: readonly Call[] = [status, generate, regenerate, verify, remove]
