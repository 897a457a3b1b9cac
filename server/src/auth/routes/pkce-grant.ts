import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { lockActiveAccount } from '../accounts/account.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { AuthError, invalid } from '../errors.ts'
import { type ClientInfo, clientInfoOf, parse } from '../parse-request.ts'
import { consumeFlowState, explainRefusal, findCodeOwner } from '../pkce.ts'
import { type SessionResponse, startSession } from '../sessions/start-session.ts'

const bodySchema = z.object({
  auth_code: z.string().max(500).nullish(),
  code_verifier: z.string().max(500).nullish(),
})

const providerMethod = z.enum(['oauth', 'sso/saml'])

/** The transaction returns refusals instead of throwing them, so that it commits the deletion of the used code. */
type ExchangeResult = { session: SessionResponse } | { refusal: AuthError }

export async function pkceGrant(auth: AuthDependencies, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = parse(bodySchema, request.body)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const client = clientInfoOf(request)
  const result = await transact(auth.pool, (db) => exchange(auth, db, { code, verifier }, client))
  if ('refusal' in result) throw result.refusal
  return result.session
}

async function exchange(
  auth: AuthDependencies,
  db: Queryable,
  { code, verifier }: { code: string; verifier: string },
  client: ClientInfo,
): Promise<ExchangeResult> {
  const owner = await findCodeOwner(db, code)
  const account = owner === undefined ? undefined : await lockActiveAccount(db, owner)
  const flow = await consumeFlowState(db, code)
  const refusal = explainRefusal(flow, verifier)
  if (refusal) return { refusal }
  if (!account) return { refusal: new AuthError(404, 'user_not_found', 'User not found') }
  return { session: await startSession(auth, db, { account, ...signInMethod(flow), client }) }
}

/** Returns the sign-in method. Sessions record a sign-in by an email link as a one-time password. */
function signInMethod(flow: Awaited<ReturnType<typeof consumeFlowState>>) {
  const method = providerMethod.safeParse(flow?.authenticationMethod)
  return method.success
    ? { method: method.data, provider: flow?.provider }
    : { method: 'otp' as const }
}
