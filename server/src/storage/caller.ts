// Who calls, and what the database is told about it.
import type { FastifyRequest } from 'fastify'
import type { Identity } from '../http/identity.ts'
import { addressOf } from '../http/address.ts'
import { targetOf } from '../http/target.ts'
import { forbidden } from './errors.ts'
import type { Storage } from './parts.ts'

export interface Caller {
  identity: Identity
  method: string
  path: string
  headers: string
  /** Who takes turns: a person, or a visitor's address. */
  who: string
}

export async function callerOf(storage: Storage, request: FastifyRequest): Promise<Caller> {
  return callerAs(storage, request, await storage.identities.of(request.headers))
}

/** Also for whoever comes with a link that somebody else made. */
export function callerAs(
  { admission, roles }: Storage,
  request: FastifyRequest,
  identity: Identity,
): Caller {
  if (identity.sub !== undefined) admission.person(identity.sub)
  // PostgreSQL refuses this too, but not on every login that DATABASE_URL may have.
  if (!roles().has(identity.role)) {
    throw forbidden(`permission denied to set role "${identity.role}"`)
  }
  const [path = ''] = targetOf(request).split('?', 1)
  const headers = JSON.stringify(request.headers)
  return {
    identity,
    method: request.method,
    path,
    headers,
    who: identity.sub ?? addressOf(request),
  }
}
