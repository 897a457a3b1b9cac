// POST /token: four ways to a session, one file each.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { read } from '../read.ts'
import { byIdToken } from './token-by-id-token.ts'
import { byPassword } from './token-by-password.ts'
import { byPkce } from './token-by-pkce.ts'
import { byRefreshToken } from './token-by-refresh-token.ts'

const query = z.object({ grant_type: z.string().optional() })

type Grant = (auth: Auth, request: FastifyRequest) => Promise<unknown>

const grants = new Map<string, Grant>([
  ['password', byPassword],
  ['refresh_token', byRefreshToken],
  ['pkce', byPkce],
  ['id_token', byIdToken],
  ['web3', noWallets],
])

/** Refused by name: who asks for it knows what it would be. */
async function noWallets(): Promise<never> {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

export const token: Call = {
  method: 'POST',
  path: '/token',
  answer: async (auth, request) => {
    const { grant_type: type = '' } = read(query, request.query)
    const grant = grants.get(type)
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(auth, request)
  },
}
