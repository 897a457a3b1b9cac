// Handles POST /token. Each of the four supported grant types has its own file.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { AuthError } from '../errors.ts'
import { parse } from '../parse-request.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce-grant.ts'
import { refreshGrant } from './refresh-grant.ts'

const querySchema = z.object({ grant_type: z.string().optional() })

export const token: Route = {
  method: 'POST',
  path: '/token',
  handle: async (auth, request) => {
    const { grant_type: type = '' } = parse(querySchema, request.query)
    const grant = grants.get(type)
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(auth, request)
  },
}

type Grant = (auth: AuthDependencies, request: FastifyRequest) => Promise<unknown>

const grants = new Map<string, Grant>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', idTokenGrant],
  ['web3', refuseWeb3],
])

/** Sends a specific error, because clients that request this grant understand it. */
async function refuseWeb3(): Promise<never> {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}
