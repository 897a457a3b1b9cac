// Bytes on their way out. Whatever they are, they are no page of ours: nothing in them runs here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Part } from '../../files/file-store.ts'
import { hasVersion } from '../../http/entity-tag.ts'
import { storedOf } from '../objects/object.ts'
import type { Storage } from '../parts.ts'
import { read } from '../read.ts'
import { deliver } from './deliver.ts'
import { dispositionOf } from './disposition.ts'
import { partOf } from './range.ts'
import type { Found } from './sought.ts'

const harmless = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox"

const query = z.looseObject({ download: z.string().optional() })

interface Body {
  type: string
  size: number
  /** Undefined where there is nothing any more. */
  open: (part: Part | undefined) => Promise<Readable | undefined>
}

interface Outgoing {
  found: Found
  who: string
  eTag: string
  /** Headers of the request that it follows from. */
  varies?: string[]
  /** Asked for where the reader does not have it already. */
  body: () => Promise<Body | undefined>
}

/** False where there is nothing to send. */
export async function sendBytes(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, who, eTag, varies = [], body }: Outgoing,
): Promise<boolean> {
  const { object, isPublic } = found
  const given = read(query, request.query)
  const { cacheControl, xRobotsTag } = storedOf(object)
  const changedAt = new Date(object.updated_at).toUTCString()
  const varying = isPublic ? varies : [...ofTheReader, ...varies]
  reply.headers({
    etag: eTag,
    'last-modified': changedAt,
    'cache-control': isPublic ? cacheControl : 'private, no-cache',
    ...(varying.length > 0 ? { vary: varying.join(', ') } : {}),
    'accept-ranges': 'bytes',
    'x-robots-tag': xRobotsTag,
    'content-security-policy': harmless,
  })
  if (isKnown(request, eTag, changedAt)) {
    reply.code(304).send()
    return true
  }
  const sent = await body()
  if (!sent) return false
  const { type, size, open } = sent
  const wanted = isSame(request.headers['if-range'], eTag, changedAt)
  const part = wanted ? partOf(request.headers.range, size) : undefined
  reply.headers({
    'content-type': type,
    'content-length': String(part ? part.end - part.start + 1 : size),
    'content-disposition': dispositionOf(type, object.name, given.download),
  })
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  if (request.method === 'HEAD') {
    reply.send()
    return true
  }
  return deliver(storage, reply, who, () => open(part))
}

/** What one may see, another may not, and neither may they tomorrow. */
const ofTheReader = ['Authorization', 'apikey']

function isKnown({ headers }: FastifyRequest, eTag: string, changedAt: string) {
  return hasVersion(headers, eTag) ?? headers['if-modified-since'] === changedAt
}

/** A part is of use only with the same whole. */
function isSame(condition: string | string[] | undefined, eTag: string, changedAt: string) {
  return condition === undefined || condition === eTag || condition === changedAt
}
