// GET /object/info/:bucket/* describes an object without its content.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticateIfToken, networkKeyOf } from '../caller.ts'
import { objectPathIn } from '../names.ts'
import {
  fileMetadataOf,
  findObjectAs,
  findObjectForVisitor,
  findPublicObject,
  type ObjectRow,
} from '../objects/stored-object.ts'
import { parseInput, refuseUnsupported } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'

const publicInfo: Route = {
  method: 'GET',
  path: '/object/info/public/:bucket/*',
  operation: 'object.get_public_info',
  headOperation: 'object.head_public_info',
  handler: async (storage, request, reply) => {
    const path = checkedPathIn(request)
    return describeObject(reply, await findObjectForVisitor(storage, networkKeyOf(request), path))
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
    operation: 'object.get_authenticated_info',
    headOperation: 'object.head_authenticated_info',
    handler: async (storage, request, reply) => {
      const objectPath = checkedPathIn(request)
      const caller = await authenticateIfToken(storage, request)
      if (!caller) {
        const key = networkKeyOf(request)
        return describeObject(reply, await findObjectForVisitor(storage, key, objectPath))
      }
      const object = await findPublicObject(storage, caller.queueKey, objectPath)
      return describeObject(reply, object ?? (await findObjectAs(storage, caller, objectPath)))
    },
  }
}

const anyQuery = z.looseObject({})

function checkedPathIn(request: FastifyRequest) {
  refuseUnsupported(parseInput(anyQuery, request.query))
  return objectPathIn(request)
}

function describeObject(reply: FastifyReply, object: ObjectRow) {
  const { eTag, size, mimetype, cacheControl } = fileMetadataOf(object)
  reply.header('etag', eTag).header('last-modified', new Date(object.updated_at).toUTCString())
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
