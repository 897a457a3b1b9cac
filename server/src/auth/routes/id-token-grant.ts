import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../postgres/transaction.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { invalid } from '../errors.ts'
import { consumeIdToken } from '../oauth/id-token.ts'
import { signInWithProvider } from '../oauth/oauth-sign-in.ts'
import { callProvider } from '../oauth/provider-requests.ts'
import { findOpenIdProvider } from '../oauth/providers.ts'
import { clientInfoOf, parse, textSchema } from '../parse-request.ts'
import { countOAuthAttempt } from '../rate-limits.ts'
import { startSession } from '../sessions/start-session.ts'

const bodySchema = z.object({
  provider: textSchema.max(100).nullish(),
  id_token: textSchema.max(20_000).nullish(),
  nonce: textSchema.max(500).nullish(),
  access_token: textSchema.max(20_000).nullish(),
})

export async function idTokenGrant(auth: AuthDependencies, request: FastifyRequest) {
  const {
    provider: id,
    id_token: token,
    nonce,
    access_token: accessToken,
  } = parse(bodySchema, request.body)
  if (!id || !token) throw invalid('provider and id_token required')
  const provider = findOpenIdProvider(auth.providers, id)
  const client = clientInfoOf(request)
  await countOAuthAttempt(auth.pool, client)
  // Empty strings count as missing values.
  const appToken = { token, nonce: nonce || undefined, accessToken: accessToken || undefined }
  const { claims, providerAccount } = await callProvider(request, provider, () =>
    provider.verifyAppToken(appToken),
  )
  return transact(auth.pool, async (db) => {
    await consumeIdToken(db, token, claims)
    const account = await signInWithProvider(auth, db, providerAccount, client)
    const { id: providerId, method } = provider
    return startSession(auth, db, { account, method, provider: providerId, client })
  })
}
