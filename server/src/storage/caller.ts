// Identifies the caller of a request, and prepares the caller's claims for the database.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf, networkOf, targetOf } from '../http/request-address.ts'
import type { Identity } from '../http/identity.ts'
import { addLogFields } from '../http/request-log.ts'
import { badToken, forbidden, noToken } from './errors.ts'
import type { StorageDependencies } from './storage-dependencies.ts'

export interface Caller {
  identity: Identity
  method: string
  path: string
  headers: string
  /** The operation of the route, such as storage.object.upload. */
  operation: string
  /** The key in the fair queues: the id of the user, or the network address of a visitor. */
  queueKey: string
}

/** Returns the caller's id. A subject that is not a UUID cannot own objects. */
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

/** Resolves to undefined for a request without a token and an API key, which can still read public objects. */
export async function authenticateIfToken(
  storage: StorageDependencies,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const { apikey, authorization } = request.headers
  const token = authorization?.replace(/^bearer\b/iu, '').trim()
  if (!token) {
    if (authorization !== undefined && apikey === undefined) throw badToken()
    if (apikey === undefined) return undefined
    return callerFor(storage, request, await storage.identities.identify({ apikey }))
  }
  if (token.split('.').length !== 3) throw badToken()
  // Some clients send the token without the word "Bearer".
  const headers = { apikey, authorization: `Bearer ${token}` }
  return callerFor(storage, request, await storage.identities.identify(headers))
}

/** Returns the caller, and counts the request against the user's rate limit. */
export function callerFor(
  storage: StorageDependencies,
  request: FastifyRequest,
  identity: Identity,
): Caller {
  addLogFields(request, { user: identity.sub })
  if (identity.sub !== undefined) storage.rateLimiter.checkUser(identity.sub)
  const caller = callerByLink(storage, request, identity)
  return { ...caller, queueKey: identity.sub ?? caller.queueKey }
}

/** Returns a caller with the rights of the link's maker and the queue of the client's network. */
export function callerByLink(
  { roles }: StorageDependencies,
  request: FastifyRequest,
  identity: Identity,
): Caller {
  // PostgreSQL would not refuse the role if DATABASE_URL names a superuser, who may set any role.
  if (!roles().has(identity.role)) {
    throw forbidden(`permission denied to set role "${identity.role}"`)
  }
  const [path = ''] = targetOf(request).split('?', 1)
  const headers = JSON.stringify(request.headers)
  const operation = request.routeOptions.config.storageOperation ?? ''
  const { method } = request
  return { identity, method, path, headers, operation, queueKey: networkKeyOf(request) }
}

/** The queue key is not the client's address, because an IPv6 client could use a new address for each request. */
export function networkKeyOf(request: FastifyRequest) {
  return networkOf(addressOf(request))
}
