// Inserts the site's address into built files, because the address is known only when the server starts.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The build writes this placeholder where the address of the site belongs. */
const sitePlaceholder = 'https://site.invalid'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

export interface SiteFile {
  type: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Replaces the placeholder with the site's address. Resolves with undefined if the file has no placeholder. */
export async function readSiteFile(file: string, site: string): Promise<SiteFile | undefined> {
  const built = await readFile(file, 'utf8')
  if (!built.includes(sitePlaceholder)) return undefined
  const plain = Buffer.from(built.replaceAll(sitePlaceholder, site))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, quality),
    promisify(gzip)(plain),
  ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return { type: contentTypes[extname(file)] ?? 'text/plain', etag, plain, br, gzip: gz }
}

export function sendSiteFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  reply.headers({ 'cache-control': 'no-cache', etag: file.etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = encodingFor(request)
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  const body = file[encoding]
  reply.type(file.type).header('content-length', body.byteLength)
  return reply.send(request.method === 'HEAD' ? null : body)
}

function encodingFor({ headers }: FastifyRequest) {
  const accepted = headers['accept-encoding'] ?? ''
  const isAccepted = (name: string) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted)
  if (isAccepted('br')) return 'br'
  return isAccepted('gzip') ? 'gzip' : 'plain'
}
