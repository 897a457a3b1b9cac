// How a file is asked for: by whoever comes, as what is public, or with a link.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerIfAny, guestOf, visitorOf } from '../caller.ts'
import { badLink, noSuchObject, noToken } from '../errors.ts'
import { targetIn } from '../names.ts'
import { findFor, findPublic } from '../objects/find.ts'
import type { ObjectRow } from '../objects/object.ts'
import type { Storage } from '../parts.ts'
import type { Measure } from '../pictures/measure.ts'
import { read, refuseUnsupported } from '../read.ts'

export interface Found {
  object: ObjectRow
  /** It lies in a bucket for everybody. */
  isPublic: boolean
}

export interface Sought {
  /** Who takes turns. */
  who: string
  find: () => Promise<Found>
  /** What a link is for, where it is for a picture made to measure alone. */
  measure?: Measure | undefined
}

export type Seek = (storage: Storage, request: FastifyRequest) => Promise<Sought>

const anyQuery = z.looseObject({})

/** The file as it is, and not another version. */
function wantedIn(request: FastifyRequest) {
  refuseUnsupported(read(anyQuery, request.query))
  return targetIn(request)
}

/** As whoever asks. What lies in a public bucket is there for all of them. */
export const asCaller: Seek = async (storage, request) => {
  const target = wantedIn(request)
  const caller = await callerIfAny(storage, request)
  const who = caller?.who ?? visitorOf(request)
  const find = async () => {
    const object = await findPublic(storage, who, target)
    if (object) return { object, isPublic: true }
    if (!caller) throw noToken()
    return { object: await findFor(storage, caller, target), isPublic: false }
  }
  return { who, find }
}

export const asAnybody: Seek = async (storage, request) => {
  const target = wantedIn(request)
  const who = visitorOf(request)
  const find = async () => {
    const object = await findPublic(storage, who, target)
    if (!object) throw noSuchObject()
    return { object, isPublic: true }
  }
  return { who, find }
}

const query = z.looseObject({ token: z.string() })

/** Each time it is asked whether its maker may still see the object. */
export const byLink: Seek = async (storage, request) => {
  const target = wantedIn(request)
  const { token } = read(query, request.query)
  const { identity, id, measure } = await storage.links.checkDownload(target, token)
  const guest = guestOf(storage, request, identity)
  const find = async () => {
    const object = await findFor(storage, guest, target)
    if (object.id !== id) throw badLink('This link is for another file.')
    return { object, isPublic: false }
  }
  return { who: guest.who, find, measure }
}
