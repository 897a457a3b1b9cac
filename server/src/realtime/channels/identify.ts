import type { IncomingHttpHeaders } from 'node:http'
import type { Identity } from '../../http/identity.ts'
import { TokenRefused } from '../../http/token-refused.ts'
import type { Live } from '../parts.ts'
import { badToken } from '../refused.ts'
import { refuseEndedSession } from './rights.ts'

const roles = new Set(['anon', 'authenticated', 'service_role'])

/** Whose token it is, if it still counts. */
export async function identify(
  { identities, pool }: Pick<Live, 'identities' | 'pool'>,
  headers: IncomingHttpHeaders,
): Promise<Identity> {
  const identity = await verified(identities, headers)
  if (!roles.has(identity.role)) throw badToken(`The role "${identity.role}" is not served.`)
  await refuseEndedSession(pool, identity)
  return identity
}

async function verified(identities: Live['identities'], headers: IncomingHttpHeaders) {
  try {
    return await identities.of(headers)
  } catch (error) {
    throw error instanceof TokenRefused ? badToken(error.message) : error
  }
}
