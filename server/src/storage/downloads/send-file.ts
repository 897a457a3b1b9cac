// A file on its way out. Whatever it is, it is no page of ours: nothing in it runs here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Part } from '../../files/file-store.ts'
import { lostFile } from '../errors.ts'
import { type ObjectRow, storedOf } from '../objects/object.ts'
import type { Storage } from '../parts.ts'
import { read } from '../read.ts'
import { deliver } from './deliver.ts'
import { dispositionOf } from './disposition.ts'
import { partOf } from './range.ts'

const harmless = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const query = z.looseObject({ download: z.string().optional() })

interface Found {
  object: ObjectRow
  /** It lies in a bucket for everybody. */
  isPublic: boolean
}

interface Sent {
  found: Found
  /** Asks for it anew. */
  again: () => Promise<Found>
  who: string
}

export async function sendFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): Promise<FastifyReply> {
  const { object, isPublic } = sent.found
  const given = read(query, request.query)
  const { eTag, mimetype, size, cacheControl } = storedOf(object)
  const changedAt = new Date(object.updated_at).toUTCString()
  reply.headers({
    etag: eTag,
    'last-modified': changedAt,
    ...(isPublic ? { 'cache-control': cacheControl } : forOne),
    'accept-ranges': 'bytes',
    'content-security-policy': harmless,
  })
  if (isKnown(request, eTag, changedAt)) return reply.code(304).send()
  const wanted = isSame(request.headers['if-range'], eTag, changedAt)
  const part = wanted ? partOf(request.headers.range, size) : undefined
  reply.headers({
    'content-type': mimetype,
    'content-length': String(part ? part.end - part.start + 1 : size),
    'content-disposition': dispositionOf(mimetype, object.name, given.download),
  })
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  if (request.method === 'HEAD') return reply.send()
  const isSent = await deliver(storage, reply, sent.who, () => open(storage, object, part))
  return isSent ? reply : sendReplaced(storage, request, reply, sent)
}

/** What one may see, another may not, and neither may they tomorrow. */
const forOne = { 'cache-control': 'private, no-cache', vary: 'Authorization, apikey' }

async function open({ files }: Storage, { version }: ObjectRow, part: Part | undefined) {
  return version === null ? undefined : files.open(version, part)
}

/** It may have been replaced since its row was read. */
async function sendReplaced(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): Promise<FastifyReply> {
  const found = await sent.again()
  if (found.object.version === sent.found.object.version) {
    reply.removeHeader('content-length').removeHeader('content-range')
    throw lostFile(found.object.id)
  }
  return sendFile(storage, request, reply, { ...sent, found })
}

function isKnown({ headers }: FastifyRequest, eTag: string, changedAt: string) {
  const known = headers['if-none-match']
  if (known === undefined) return headers['if-modified-since'] === changedAt
  return known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//u, '') === eTag)
}

/** A part is of use only with the same whole. */
function isSame(condition: string | string[] | undefined, eTag: string, changedAt: string) {
  return condition === undefined || condition === eTag || condition === changedAt
}
