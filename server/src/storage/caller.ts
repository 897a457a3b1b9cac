// Who calls, and what the database is told about it.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Identity } from '../http/identity.ts'
import { addressOf } from '../http/address.ts'
import { networkOf } from '../http/network.ts'
import { note } from '../http/request-log.ts'
import { targetOf } from '../http/target.ts'
import { forbidden, noToken } from './errors.ts'
import type { Storage } from './parts.ts'

export interface Caller {
  identity: Identity
  method: string
  path: string
  headers: string
  /** Who takes turns: a person, or a visitor's network. */
  who: string
}

/** Whose a new row is: a token may name somebody who has no id here. */
export function ownerIn({ sub = '' }: Identity) {
  return z.guid().safeParse(sub).success ? sub : null
}

export async function callerOf(storage: Storage, request: FastifyRequest): Promise<Caller> {
  const caller = await callerIfAny(storage, request)
  if (!caller) throw noToken()
  return caller
}

/** Nobody, where there is no token: what is public may be read all the same. */
export async function callerIfAny(
  storage: Storage,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const { apikey, authorization } = request.headers
  const token = authorization?.replace(/^bearer\b/iu, '').trim()
  if (!token) {
    if (apikey === undefined) return undefined
    return callerAs(storage, request, await storage.identities.of({ apikey }))
  }
  if (token.split('.').length !== 3) throw noToken()
  // Some leave the word before it out.
  const headers = { apikey, authorization: `Bearer ${token}` }
  return callerAs(storage, request, await storage.identities.of(headers))
}

/** Also for whoever uploads with a link that somebody else made. */
export function callerAs(storage: Storage, request: FastifyRequest, identity: Identity): Caller {
  note(request, { person: identity.sub })
  if (identity.sub !== undefined) storage.admission.person(identity.sub)
  const guest = guestOf(storage, request, identity)
  return { ...guest, who: identity.sub ?? guest.who }
}

/** A customer of IPv6 has more addresses than there are turns. */
export function visitorOf(request: FastifyRequest) {
  return networkOf(addressOf(request))
}

/** Whoever opens a link asks as its maker, but on their own account. */
export function guestOf({ roles }: Storage, request: FastifyRequest, identity: Identity): Caller {
  // PostgreSQL refuses this too, but not on every login that DATABASE_URL may have.
  if (!roles().has(identity.role)) {
    throw forbidden(`permission denied to set role "${identity.role}"`)
  }
  const [path = ''] = targetOf(request).split('?', 1)
  const headers = JSON.stringify(request.headers)
  return { identity, method: request.method, path, headers, who: visitorOf(request) }
}
