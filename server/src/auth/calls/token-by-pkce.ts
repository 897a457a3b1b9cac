import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../database/queryable.ts'
import { invalid } from '../errors.ts'
import { checkFlow, takeFlow } from '../flow.ts'
import type { Auth } from '../parts.ts'
import { read } from '../read.ts'
import { beginSession, lockAccount } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({
  auth_code: z.string().max(500).nullish(),
  code_verifier: z.string().max(500).nullish(),
})

export async function byPkce(auth: Auth, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = read(body, request.body)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const { userId } = checkFlow(await takeFlow(auth.pool, code), verifier)
  return transact(auth.pool, async (db) => {
    const account = await lockAccount(db, userId)
    return beginSession(auth, db, { account, method: 'otp', visitor: visitorOf(request) })
  })
}
