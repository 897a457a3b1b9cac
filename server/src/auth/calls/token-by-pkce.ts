import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { AuthError, invalid } from '../errors.ts'
import { ownerOfCode, refusalOf, takeFlow } from '../flow.ts'
import type { Auth } from '../parts.ts'
import { read } from '../read.ts'
import type { SessionAnswer } from '../sessions/answer.ts'
import { beginSession, lockAccount } from '../sessions/begin.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

const body = z.object({
  auth_code: z.string().max(500).nullish(),
  code_verifier: z.string().max(500).nullish(),
})

const outsideMethod = z.enum(['oauth', 'sso/saml'])

/** A refusal is an outcome and no exception: the code is gone all the same. */
type Outcome = { session: SessionAnswer } | { refusal: AuthError }

export async function byPkce(auth: Auth, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = read(body, request.body)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const visitor = visitorOf(request)
  const outcome = await transact(auth.pool, (db) => exchange(auth, db, { code, verifier }, visitor))
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.session
}

async function exchange(
  auth: Auth,
  db: Queryable,
  { code, verifier }: { code: string; verifier: string },
  visitor: Visitor,
): Promise<Outcome> {
  const owner = await ownerOfCode(db, code)
  const account = owner === undefined ? undefined : await lockAccount(db, owner)
  const flow = await takeFlow(db, code)
  const refusal = refusalOf(flow, verifier)
  if (refusal) return { refusal }
  if (!account) return { refusal: new AuthError(404, 'user_not_found', 'User not found') }
  return { session: await beginSession(auth, db, { account, ...proofOf(flow), visitor }) }
}

/** A link in a mail, or somebody else's word. */
function proofOf(flow: Awaited<ReturnType<typeof takeFlow>>) {
  const method = outsideMethod.safeParse(flow?.authenticationMethod)
  return method.success
    ? { method: method.data, provider: flow?.provider }
    : { method: 'otp' as const }
}
