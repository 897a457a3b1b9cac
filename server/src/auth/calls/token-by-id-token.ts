import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../postgres/queryable.ts'
import { invalid } from '../errors.ts'
import { beginVisit } from '../limits.ts'
import { arrive } from '../outside/arrive.ts'
import { asking } from '../outside/failures.ts'
import { spendIdToken } from '../outside/id-tokens.ts'
import { openIdProviderNamed } from '../outside/providers.ts'
import type { Auth } from '../parts.ts'
import { read, text } from '../read.ts'
import { beginSession } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({
  provider: text.max(100).nullish(),
  id_token: text.max(20_000).nullish(),
  nonce: text.max(500).nullish(),
  access_token: text.max(20_000).nullish(),
})

export async function byIdToken(auth: Auth, request: FastifyRequest) {
  const {
    provider: id,
    id_token: token,
    nonce,
    access_token: accessToken,
  } = read(body, request.body)
  if (!id || !token) throw invalid('provider and id_token required')
  const provider = openIdProviderNamed(auth.providers, id)
  const visitor = visitorOf(request)
  await beginVisit(auth.pool, visitor)
  // A text that is empty is none.
  const given = { token, nonce: nonce || undefined, accessToken: accessToken || undefined }
  const { claims, identity } = await asking(request, provider, () => provider.accept(given))
  return transact(auth.pool, async (db) => {
    await spendIdToken(db, token, claims)
    const account = await arrive(auth, db, identity, visitor)
    const { id: vouching, method } = provider
    return beginSession(auth, db, { account, method, provider: vouching, visitor })
  })
}
