import type { IncomingHttpHeaders } from 'node:http'
import type { Identity } from '../../http/identity.ts'
import { TokenRefused } from '../../http/token-refused.ts'
import type { Live } from '../parts.ts'
import { badToken } from '../refused.ts'
import { refuseEndedSession } from './rights.ts'

const roles = new Set(['anon', 'authenticated', 'service_role'])

type Means = Pick<Live, 'identities' | 'pool'>

/** Whose token it is, if it still counts. */
export async function identify(means: Means, headers: IncomingHttpHeaders): Promise<Identity> {
  return identifyAdmitted(means, headers, () => {})
}

/** What counts how often somebody asks comes before the database is asked about them. */
export async function identifyAdmitted(
  { identities, pool }: Means,
  headers: IncomingHttpHeaders,
  admit: (identity: Identity) => void,
): Promise<Identity> {
  const identity = await verified(identities, headers)
  if (!roles.has(identity.role)) throw badToken(`The role "${identity.role}" is not served.`)
  admit(identity)
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
