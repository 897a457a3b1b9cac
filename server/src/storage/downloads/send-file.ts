// Sends the bytes of a file, with headers that prevent content from running as a page of our site.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ByteRange } from '../../files/file-store.ts'
import { matchesETag } from '../../http/entity-tag.ts'
import { badRange } from '../errors.ts'
import { fileMetadataOf } from '../objects/stored-object.ts'
import { parseInput } from '../parse-input.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import { type Download, type FoundObject, sendLatest } from './resolve-download.ts'
import { streamResponse } from './stream-response.ts'

export async function sendFile(
  storage: StorageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { queueKey, find }: Download,
): Promise<FastifyReply> {
  return sendLatest(reply, find, (found) =>
    sendOriginal(storage, request, reply, { found, queueKey }),
  )
}

/** Resolves to false if the file does not exist. */
export async function sendOriginal(
  storage: StorageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, queueKey }: { found: FoundObject; queueKey: string },
): Promise<boolean> {
  const { version } = found.object
  const { eTag, mimetype: type, size } = fileMetadataOf(found.object)
  const open = async (range: ByteRange | undefined) =>
    version === null ? undefined : storage.files.open(version, { size, range })
  const content = async () => ({ type, size, open })
  return sendContent(storage, request, reply, { found, queueKey, eTag, content })
}

interface Content {
  type: string
  size: number
  /** Resolves to undefined if the file does not exist any more. */
  open: (range: ByteRange | undefined) => Promise<Readable | undefined>
}

interface ContentResponse {
  found: FoundObject
  queueKey: string
  eTag: string
  /** Request headers that the content depends on. */
  varyBy?: string[]
  /** Resolves to undefined if the file does not exist. Not called if the client's cache has the file. */
  content: () => Promise<Content | undefined>
}

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox"

const downloadQuery = z.looseObject({ download: z.string().optional() })

/** Resolves to false if the file does not exist. */
export async function sendContent(
  storage: StorageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, queueKey, eTag, varyBy = [], content }: ContentResponse,
): Promise<boolean> {
  const { object, isPublic } = found
  const { download } = parseInput(downloadQuery, request.query)
  const { cacheControl, xRobotsTag } = fileMetadataOf(object)
  const lastModified = new Date(object.updated_at).toUTCString()
  const vary = isPublic ? varyBy : [...identityHeaders, ...varyBy]
  reply.headers({
    etag: eTag,
    'last-modified': lastModified,
    'cache-control': isPublic ? cacheControl : 'private, no-cache',
    ...(vary.length > 0 ? { vary: vary.join(', ') } : {}),
    'accept-ranges': 'bytes',
    'x-robots-tag': xRobotsTag,
    'content-security-policy': contentSecurityPolicy,
  })
  if (isCachedByClient(request, eTag, lastModified)) {
    reply.code(304).send()
    return true
  }
  const available = await content()
  if (!available) return false
  const { type, size, open } = available
  const isRangeValid = matchesIfRange(request.headers['if-range'], eTag, lastModified)
  const range = isRangeValid ? parseRange(request.headers.range, size) : undefined
  reply.headers({
    'content-type': type,
    'content-length': String(range ? range.end - range.start + 1 : size),
    'content-disposition': contentDisposition(type, object.name, download),
  })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD') {
    reply.send()
    return true
  }
  return streamResponse(storage, reply, queueKey, () => open(range))
}

/** The request headers that the response for a private object depends on. */
const identityHeaders = ['Authorization', 'apikey']

function isCachedByClient({ headers }: FastifyRequest, eTag: string, lastModified: string) {
  return matchesETag(headers, eTag) ?? headers['if-modified-since'] === lastModified
}

/** Returns false for a client that has another version of the file and needs the whole file. */
function matchesIfRange(
  ifRange: string | string[] | undefined,
  eTag: string,
  lastModified: string,
) {
  return ifRange === undefined || ifRange === eTag || ifRange === lastModified
}

/** Parses a single range. HTTP allows the server to ignore several ranges or another unit. */
function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end || start >= size) throw badRange(size)
  return { start, end }
}

const inlineTypes = /^(?:image\/(?:png|jpeg|gif|webp|avif)|application\/pdf)$/u

/** Makes browsers save every file, except files of types that cannot contain a page. */
function contentDisposition(type: string, name: string, download: string | undefined) {
  const lastPart = name.split('/').at(-1) ?? name
  // Without a file name, the browser uses the last part of the URL.
  if (download === '') return 'attachment;'
  if (download !== undefined) return attachment(decodeFileName(download))
  return inlineTypes.test(type) ? 'inline' : attachment(lastPart)
}

/** Decodes the name once more, because supabase-js encodes it twice in the URL of a link. */
function decodeFileName(download: string) {
  try {
    return decodeURIComponent(download).slice(0, 200)
  } catch {
    return download.slice(0, 200)
  }
}

/** Returns a header value in the form of RFC 6266, with an ASCII name and the real name in UTF-8. */
function attachment(name: string) {
  const asciiName = name.replaceAll(/[^\x20-\x7e]|["\\%;]/gu, '_')
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const quoted = /^[\w.!#$&+^`|~-]+$/u.test(asciiName) ? asciiName : `"${asciiName}"`
  return `attachment; filename=${quoted}; filename*=UTF-8''${encodedName}`
}
