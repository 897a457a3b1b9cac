// Who calls, and what the database is told about it.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
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

/** Whose a new row is: a token may name somebody who has no id here. */
export function ownerIn({ sub = '' }: Identity) {
  return z.guid().safeParse(sub).success ? sub : null
}

export async function callerOf(storage: Storage, request: FastifyRequest): Promise<Caller> {
  return callerAs(storage, request, await storage.identities.of(request.headers))
}

/** Also for whoever uploads with a link that somebody else made. */
export function callerAs(storage: Storage, request: FastifyRequest, identity: Identity): Caller {
  if (identity.sub !== undefined) storage.admission.person(identity.sub)
  const guest = guestOf(storage, request, identity)
  return { ...guest, who: identity.sub ?? guest.who }
}

/** Whoever opens a link asks as its maker, but on their own account. */
export function guestOf({ roles }: Storage, request: FastifyRequest, identity: Identity): Caller {
  // PostgreSQL refuses this too, but not on every login that DATABASE_URL may have.
  if (!roles().has(identity.role)) {
    throw forbidden(`permission denied to set role "${identity.role}"`)
  }
  const [path = ''] = targetOf(request).split('?', 1)
  const headers = JSON.stringify(request.headers)
  return { identity, method: request.method, path, headers, who: addressOf(request) }
}
