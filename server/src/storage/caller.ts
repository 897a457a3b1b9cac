// Identifies the caller of a request, and prepares the caller's claims for the database.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf, networkOf, targetOf } from '../http/request-address.ts'
import type { Identity } from '../http/identity.ts'
import { addLogFields } from '../http/request-log.ts'
import { forbidden, noToken } from './errors.ts'
import type { StorageDependencies } from './storage-dependencies.ts'

export interface Caller {
  identity: Identity
  method: string
  path: string
  headers: string
  /** The key in the fair queues, which is a user or a visitor's network. */
  queueKey: string
}

/** Returns null for a token whose subject is not a UUID. Such a caller owns nothing. */
export function ownerIdOf({ sub = '' }: Identity) {
  return z.guid().safeParse(sub).success ? sub : null
}

export async function authenticate(
  storage: StorageDependencies,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await authenticateIfToken(storage, request)
  if (!caller) throw noToken()
  return caller
}

/** Resolves to undefined without a token, because public objects can be read without one. */
export async function authenticateIfToken(
  storage: StorageDependencies,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const { apikey, authorization } = request.headers
  const token = authorization?.replace(/^bearer\b/iu, '').trim()
  if (!token) {
    if (apikey === undefined) return undefined
    return callerFor(storage, request, await storage.identities.identify({ apikey }))
  }
  if (token.split('.').length !== 3) throw noToken()
  // Some clients send the token without the word "Bearer".
  const headers = { apikey, authorization: `Bearer ${token}` }
  return callerFor(storage, request, await storage.identities.identify(headers))
}

/** Returns the caller, and counts the request against the rate limit of the identity. */
export function callerFor(
  storage: StorageDependencies,
  request: FastifyRequest,
  identity: Identity,
): Caller {
  addLogFields(request, { person: identity.sub })
  if (identity.sub !== undefined) storage.rateLimiter.checkUser(identity.sub)
  const caller = callerByLink(storage, request, identity)
  return { ...caller, queueKey: identity.sub ?? caller.queueKey }
}

/**
 * Returns the caller for a download by link. It has the rights of the link's maker, but queues as the visitor's
 * network.
 */
export function callerByLink(
  { roles }: StorageDependencies,
  request: FastifyRequest,
  identity: Identity,
): Caller {
  // PostgreSQL refuses an unknown role too, but not if the login of DATABASE_URL may set any role.
  if (!roles().has(identity.role)) {
    throw forbidden(`permission denied to set role "${identity.role}"`)
  }
  const [path = ''] = targetOf(request).split('?', 1)
  const headers = JSON.stringify(request.headers)
  return { identity, method: request.method, path, headers, queueKey: networkKeyOf(request) }
}

/** Returns the key of the network. An address would not limit an IPv6 customer, who has countless addresses. */
export function networkKeyOf(request: FastifyRequest) {
  return networkOf(addressOf(request))
}
