import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerIfAny, visitorOf } from '../caller.ts'
import { noSuchObject, noToken } from '../errors.ts'
import { targetIn } from '../names.ts'
import { read, refuseUnsupported } from '../read.ts'
import { findFor, findPublic } from './find.ts'
import { type ObjectRow, storedOf } from './object.ts'

const query = z.looseObject({})

function wantedIn(request: FastifyRequest) {
  refuseUnsupported(read(query, request.query))
  return targetIn(request)
}

function infoAt(path: string): Call {
  return {
    method: 'GET',
    path,
    answer: async (storage, request) => {
      const target = wantedIn(request)
      const caller = await callerIfAny(storage, request)
      const object = await findPublic(storage, caller?.who ?? visitorOf(request), target)
      if (object) return describe(object)
      if (!caller) throw noToken()
      return describe(await findFor(storage, caller, target))
    },
  }
}

const publicInfo: Call = {
  method: 'GET',
  path: '/object/info/public/:bucket/*',
  answer: async (storage, request) => {
    const object = await findPublic(storage, visitorOf(request), wantedIn(request))
    if (!object) throw noSuchObject()
    return describe(object)
  },
}

function describe(object: ObjectRow) {
  const { eTag, size, mimetype, cacheControl } = storedOf(object)
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size,
    content_type: mimetype,
    content_encoding: null,
    cache_control: cacheControl,
    etag: eTag,
    metadata: object.user_metadata ?? {},
    created_at: object.created_at,
    last_modified: object.updated_at,
  }
}

export const infos: readonly Call[] = [
  infoAt('/object/info/:bucket/*'),
  infoAt('/object/info/authenticated/:bucket/*'),
  publicInfo,
]
