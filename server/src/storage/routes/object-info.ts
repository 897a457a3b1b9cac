// GET /object/info/:bucket/*
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticateIfToken, networkKeyOf } from '../caller.ts'
import { noSuchObject, noToken } from '../errors.ts'
import { objectPathIn } from '../names.ts'
import {
  fileMetadataOf,
  findObjectAs,
  findPublicObject,
  type ObjectRow,
} from '../objects/stored-object.ts'
import { parseInput, refuseUnsupported } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'

const publicInfo: Route = {
  method: 'GET',
  path: '/object/info/public/:bucket/*',
  handler: async (storage, request) => {
    const path = checkedPathIn(request)
    const object = await findPublicObject(storage, networkKeyOf(request), path)
    if (!object) throw noSuchObject()
    return describeObject(object)
  },
}

export const infoRoutes: readonly Route[] = [
  infoRoute('/object/info/:bucket/*'),
  infoRoute('/object/info/authenticated/:bucket/*'),
  publicInfo,
]

function infoRoute(path: string): Route {
  return {
    method: 'GET',
    path,
    handler: async (storage, request) => {
      const objectPath = checkedPathIn(request)
      const caller = await authenticateIfToken(storage, request)
      const queueKey = caller?.queueKey ?? networkKeyOf(request)
      const object = await findPublicObject(storage, queueKey, objectPath)
      if (object) return describeObject(object)
      if (!caller) throw noToken()
      return describeObject(await findObjectAs(storage, caller, objectPath))
    },
  }
}

const anyQuery = z.looseObject({})

function checkedPathIn(request: FastifyRequest) {
  refuseUnsupported(parseInput(anyQuery, request.query))
  return objectPathIn(request)
}

function describeObject(object: ObjectRow) {
  const { eTag, size, mimetype, cacheControl } = fileMetadataOf(object)
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
