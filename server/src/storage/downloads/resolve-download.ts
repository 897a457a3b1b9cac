// Finds the object of a download. The client sends a token, uses a signed link, or has neither.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticateIfToken, callerByLink, networkKeyOf } from '../caller.ts'
import { badLink, fileMissing } from '../errors.ts'
import type { ImageTransform } from '../images/image-transform.ts'
import { type ObjectPath, objectPathIn } from '../names.ts'
import {
  findObjectAs,
  findObjectForVisitor,
  findPublicObject,
  type ObjectRow,
} from '../objects/stored-object.ts'
import { parseInput, refuseUnsupported } from '../parse-input.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'

export interface FoundObject {
  object: ObjectRow
  /** True if the object is in a public bucket. */
  isPublic: boolean
}

export interface Download {
  queueKey: string
  /** Finds the object. Call this again if the file was replaced after the first call. */
  find: () => Promise<FoundObject>
  /** Set if the link is for only one variant of an image. */
  transform?: ImageTransform | undefined
}

export type ResolveDownload = (
  storage: StorageDependencies,
  request: FastifyRequest,
) => Promise<Download>

/** Finds the object for a caller, whose rights matter only for buckets that are not public. */
export const resolveForCaller: ResolveDownload = async (storage, request) => {
  const path = checkedPathIn(request)
  const caller = await authenticateIfToken(storage, request)
  const queueKey = caller?.queueKey ?? networkKeyOf(request)
  const find = async () => {
    if (!caller)
      return { object: await findObjectForVisitor(storage, queueKey, path), isPublic: true }
    const object = await findPublicObject(storage, queueKey, path)
    if (object) return { object, isPublic: true }
    return { object: await findObjectAs(storage, caller, path), isPublic: false }
  }
  return { queueKey, find }
}

export const resolvePublic: ResolveDownload = async (storage, request) => {
  const path = checkedPathIn(request)
  const queueKey = networkKeyOf(request)
  const find = async () => ({
    object: await findObjectForVisitor(storage, queueKey, path),
    isPublic: true,
  })
  return { queueKey, find }
}

const linkQuery = z.looseObject({ token: z.string() })

/** Finds the object of a link whose maker may still see the object. */
export const resolveByLink: ResolveDownload = async (storage, request) => {
  const path = checkedPathIn(request)
  const { token } = parseInput(linkQuery, request.query)
  const { identity, objectId, transform } = await storage.links.verifyDownload(path, token)
  const caller = callerByLink(storage, request, identity)
  const find = async () => {
    const object = await findObjectAs(storage, caller, path)
    if (object.id !== objectId) throw badLink('This link is for another file.')
    return { object, isPublic: false }
  }
  return { queueKey: caller.queueKey, find, transform }
}

const anyQuery = z.looseObject({})

function checkedPathIn(request: FastifyRequest): ObjectPath {
  refuseUnsupported(parseInput(anyQuery, request.query))
  return objectPathIn(request)
}

/**
 * Sends the object, which is found again if the file was replaced after the row was read.
 * @param send  Resolves to false if the file does not exist.
 */
export async function sendLatest(
  reply: FastifyReply,
  find: Download['find'],
  send: (found: FoundObject) => Promise<boolean>,
): Promise<FastifyReply> {
  let found = await find()
  while (!(await send(found))) {
    const latest = await find()
    if (latest.object.version === found.object.version) throw fileMissing(latest.object.id)
    found = latest
  }
  return reply
}
