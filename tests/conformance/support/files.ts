// Makes files to upload, uploads them, and checks the responses of the storage API.
import assert from 'node:assert/strict'
import { ReadableStream } from 'node:stream/web'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { z } from 'zod'
import { sendRequest, headersWithToken, type Reply } from './http-request.ts'
import type { Client } from './clients.ts'
import type { Actor } from './market.ts'
import { secrets } from './target.ts'
import { tokenFor } from './tokens.ts'

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n')

const plainColor = { channels: 3, background: { r: 200, g: 60, b: 30 } } as const

/** Returns a photo whose metadata contains a camera and a location. */
export function photo(width = 1600, height = 1200) {
  return sharp({ create: { width, height, ...plainColor } })
    .withExif({
      IFD0: { Make: 'Camera & Sons', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 44/1 21/1' },
    })
    .jpeg()
    .toBuffer()
}

export function png(width = 20, height = 10) {
  return sharp({ create: { width, height, ...plainColor } })
    .png()
    .toBuffer()
}

export const blobOf = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type })

/** Returns a unique path in the user's folder. */
export function pathOf({ id }: Actor, kind: string, extension: string) {
  return `${id}/${kind}/${crypto.randomUUID()}.${extension}`
}

export const bucketOf = (kind: string) => (kind === 'picture' ? 'user-files' : 'documents')

export async function uploadFile(actor: Actor, kind: string, extension = 'pdf', bytes = pdf) {
  const path = pathOf(actor, kind, extension)
  const type = extension === 'pdf' ? 'application/pdf' : `image/${extension.replace('jpg', 'jpeg')}`
  const request = actor.client.storage
    .from(bucketOf(kind))
    .upload(path, bytes, { contentType: type })
  await expectData(request)
  return path
}

interface StorageAnswer<Data> {
  data: Data
  error: { message: string; status?: number | undefined; statusCode?: string | undefined } | null
}

export async function expectData<Data>(call: PromiseLike<StorageAnswer<Data>>) {
  const { data, error } = await call
  assert.equal(error, null, error?.message)
  assert.ok(data !== null)
  return data
}

/** The storage API sends most refusals as 400, and puts the real status into the body. */
const httpStatusFor = (status: number) =>
  status >= 500 || [401, 408, 416, 429].includes(status) ? status : 400

/** Expects a refusal with this status from supabase-js. */
export async function expectStorageError(
  call: PromiseLike<StorageAnswer<unknown>>,
  status: number,
) {
  const { error } = await call
  assert.ok(error, `Expected ${status}, but it was allowed.`)
  const expected = [httpStatusFor(status), String(status)]
  assert.deepEqual([error.status, error.statusCode], expected, error.message)
  return error.message
}

/** Expects the refusal of a request that requires the service role key. */
export async function expectServerOnly(call: PromiseLike<StorageAnswer<unknown>>) {
  const { error } = await call
  const expected = [403, '403', 'Access denied: Invalid role']
  assert.deepEqual([error?.status, error?.statusCode, error?.message], expected)
}

const refusal = z.strictObject({
  statusCode: z.string(),
  error: z.string().min(1),
  message: z.string().min(1),
  code: z.string().min(1),
})

/** Returns the status in the body of a refusal, or else the HTTP status. */
export function statusIn({ status, text }: Reply) {
  const parsed = refusal.safeParse(status === 400 ? JSON.parse(text) : undefined)
  return parsed.success ? Number(parsed.data.statusCode) : status
}

/** Expects a refusal with this status in the format of the storage API. */
export function expectRefusal(reply: Reply, status: number, errorName: string) {
  const parsed = refusal.safeParse(JSON.parse(reply.text))
  assert.ok(parsed.success, `${reply.status} ${reply.text.slice(0, 300)}`)
  const { statusCode, error, message } = parsed.data
  const expected = [httpStatusFor(status), String(status), errorName]
  assert.deepEqual([reply.status, statusCode, error], expected, message)
  return message
}

export const actorHeaders = ({ id }: Actor) => headersWithToken(tokenFor(id))

interface UploadRequest {
  method?: string
  type?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

export function sendUpload(
  actor: Actor,
  path: string,
  request: UploadRequest = {},
): Promise<Reply> {
  const { method = 'POST', type, body = pdf, headers = {} } = request
  const allHeaders = {
    ...actorHeaders(actor),
    ...(type ? { 'content-type': type } : {}),
    ...headers,
  }
  return sendRequest(`/storage/v1/object/${path}`, { method, headers: allHeaders, body })
}

export const visitorHeaders = { apikey: secrets.anonKey }

/** Lists the names of all objects below a folder of a bucket. */
export async function namesIn(client: Client, bucket: string, prefix: string) {
  const { objects } = await expectData(client.storage.from(bucket).listV2({ prefix }))
  return objects.map(({ name }) => name)
}

/** Returns an image that has many pixels but a small file. */
export function decompressionBomb(side: number, { depth = 1, color = 0, interlace = 0 } = {}) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([depth, color, 0, 0, interlace], 8)
  const row = Buffer.alloc(1 + Math.ceil(side / 8))
  const rows = deflateSync(Buffer.concat(Array.from({ length: Math.min(side, 8000) }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function streamOf(bytes: Buffer) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(0, 5)))
      controller.enqueue(new Uint8Array(bytes.subarray(5)))
      controller.close()
    },
  })
}

export function formOf(bytes: Buffer) {
  const form = new FormData()
  form.append('file', blobOf(bytes, 'application/pdf'), 'my.pdf')
  return form
}
