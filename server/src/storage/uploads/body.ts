// The file in a request: its whole body, or one part of a form.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { brokenOff, invalid, notSupported, tooLarge } from '../errors.ts'
import { text } from '../read.ts'
import { watch } from './watch.ts'
import { type Written, writeTo } from './write.ts'

/** What is said of the file beside its bytes. */
export interface Said {
  type: string
  cacheControl: string
  userMetadata: Record<string, unknown> | undefined
}

export interface Received extends Written {
  said: Said
}

interface Options {
  path: string
  mostBytes: number
}

/** What surrounds a file in a form. */
export const mostAround = 64 * 1024

export function isForm({ headers }: FastifyRequest) {
  return /^multipart\/form-data\b/iu.test(headers['content-type'] ?? '')
}

/** As far as the head of the request tells. */
export function declaredSize({ headers }: FastifyRequest) {
  return Number(headers['content-length'] ?? 0)
}

export function saidInHeaders({ headers }: FastifyRequest): Said {
  if (headers['content-encoding'] !== undefined) throw notSupported('Encoded files are')
  const given = headers['x-metadata']
  const json = typeof given === 'string' ? Buffer.from(given, 'base64').toString() : undefined
  return {
    type: typeIn(headers['content-type']),
    cacheControl: cacheControlIn(headers['cache-control']),
    userMetadata: metadataIn(json),
  }
}

export async function receive(request: FastifyRequest, options: Options): Promise<Received> {
  const { heard, late, end } = watch()
  try {
    const received = isForm(request)
      ? receiveForm(request, options, heard)
      : receiveRaw(request, options, heard)
    return await Promise.race([received, late])
  } catch (error) {
    if (request.raw.readableAborted || request.raw.errored) throw brokenOff()
    throw error
  } finally {
    end()
  }
}

async function receiveRaw(
  request: FastifyRequest,
  { path, mostBytes }: Options,
  heard: () => void,
) {
  const said = saidInHeaders(request)
  return { ...(await writeTo(path, request.raw, { grew: limit(mostBytes, heard) })), said }
}

function limit(most: number, heard: () => void) {
  return (size: number) => {
    heard()
    if (size > most) throw tooLarge(most)
  }
}

async function receiveForm(
  { raw }: FastifyRequest,
  { path, mostBytes }: Options,
  heard: () => void,
): Promise<Received> {
  const form = openForm(raw)
  const fields = new Map<string, string>()
  const files: { type: string; stream: Readable; writing: Promise<Written> }[] = []
  const over = new Promise<void>((resolve, reject) => {
    let size = 0
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      heard()
      if (size > mostBytes + mostAround) reject(tooLarge(mostBytes))
    })
    raw.on('error', reject).once('aborted', () => reject(brokenOff()))
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_field, file: Readable, _name, _encoding, type) => {
      file.on('error', reject)
      if (files.length > 0) {
        file.resume()
        return reject(invalid('An upload has one file.'))
      }
      const writing = writeTo(path, file, { grew: limit(mostBytes, heard) })
      writing.catch(reject)
      files.push({ type, stream: file, writing })
    })
    // More than one may come, and after the end too: unheard, it would end the process.
    form.on('error', (error) => reject(invalid(`This form cannot be read: ${String(error)}`)))
    form.once('finish', resolve)
    raw.pipe(form)
  })
  try {
    await over
    const [file] = files
    if (!file) throw invalid('No content provided')
    return { ...(await file.writing), said: saidInForm(fields, file.type) }
  } finally {
    // Whatever went wrong, nobody writes on.
    raw.unpipe(form)
    form.destroy()
    for (const { stream } of files) stream.destroy()
    await Promise.allSettled(files.map(({ writing }) => writing))
  }
}

function openForm({ headers }: IncomingMessage) {
  try {
    const limits = { fields: 10, fieldSize: 16 * 1024, parts: 12, headerPairs: 20 }
    const contentType = headers['content-type'] ?? ''
    return new Busboy({ headers: { ...headers, 'content-type': contentType }, limits })
  } catch (error) {
    throw invalid(`This form cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}

function saidInForm(fields: Map<string, string>, type: string): Said {
  if (fields.has('contentEncoding')) throw notSupported('Encoded files are')
  const seconds = fields.get('cacheControl')
  return {
    type: typeIn(fields.get('contentType') ?? type),
    cacheControl: seconds === undefined ? 'no-cache' : cacheControlIn(maxAge(seconds)),
    userMetadata: metadataIn(fields.get('metadata')),
  }
}

function maxAge(seconds: string) {
  return /^\d+$/u.test(seconds) ? `max-age=${seconds}` : seconds
}

const unknownType = 'application/octet-stream'

/** Without its parameters, under the name that everybody else uses. */
function typeIn(given = unknownType) {
  const [type = ''] = given.toLowerCase().split(';', 1)
  const plain = type.trim()
  if (!/^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/u.test(plain))
    throw invalid('Invalid content type')
  return plain === 'image/jpg' ? 'image/jpeg' : plain
}

function cacheControlIn(given = 'no-cache') {
  if (!/^[\w=, "-]{1,100}$/u.test(given)) throw invalid('Invalid Cache-Control header')
  return given
}

const metadata = z.record(z.string(), z.unknown())

function metadataIn(json: string | undefined) {
  if (json === undefined) return undefined
  const { data, success } = metadata.safeParse(parse(json))
  const isStorable =
    text.max(8 * 1024).safeParse(json).success && !/\\u0000|\\ud[89a-f]/iu.test(json)
  if (!success || !isStorable) throw invalid('The metadata must be a JSON object of at most 8 KB.')
  return data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
