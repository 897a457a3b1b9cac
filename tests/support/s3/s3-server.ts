// Runs an S3 service in memory that verifies every signature and checksum.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { headerOf, refusalOf } from './signature.ts'

interface StoredObject {
  bytes: Buffer
  changedAt: Date
}

/** Simulates a fault of the S3 service. Returns true if the request needs no further handling. */
export type Fault = (request: IncomingMessage, response: ServerResponse, key: string) => boolean

const bucket = 'mendwell-files'
const keys = { keyId: 'AKIDTEST', key: 'a-secret/of+the-test' }

const statuses: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  BadDigest: 400,
  InvalidRange: 416,
  MethodNotAllowed: 405,
}

export async function startS3({
  pageSize = 1000,
  knowsSums: supportsChecksums = true,
  garbles: corruptsBodies = false,
} = {}) {
  const objects = new Map<string, StoredObject>()
  let fault: Fault | undefined
  const server = createServer((request, response) => {
    // An exception in `handle` is a bug in the test, so end the connection with the error.
    handle(request, response).catch((error: unknown) => response.destroy(new Error(String(error))))
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    if (pathname === '/-/keys') return response.end(JSON.stringify([...objects.keys()]))
    const [, name, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    if (fault?.(request, response, key)) return response
    const body = await buffer(request)
    const refusal = refusalOf(request, body, keys)
    if (refusal) return refuse(response, refusal)
    // Simulate a transmission error that changes one byte.
    if (corruptsBodies) body.fill('?', 0, 1)
    if (name !== bucket) return refuse(response, 'NoSuchBucket')
    if (key === '') return sendList(response, searchParams)
    if (request.method === 'PUT') return store(request, response, { key, body })
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const stored = objects.get(key)
    if (!stored) return refuse(response, 'NoSuchKey')
    return send(request, response, stored)
  }

  function store(
    request: IncomingMessage,
    response: ServerResponse,
    { key, body }: { key: string; body: Buffer },
  ) {
    const checksum = createHash('sha256').update(body).digest('base64')
    const clientChecksum = supportsChecksums && headerOf(request, 'x-amz-checksum-sha256')
    if (clientChecksum && clientChecksum !== checksum) return refuse(response, 'BadDigest')
    objects.set(key, { bytes: body, changedAt: new Date() })
    const headers = {
      etag: etagOf(body),
      ...(clientChecksum ? { 'x-amz-checksum-sha256': checksum } : {}),
    }
    return response.writeHead(200, headers).end()
  }

  function sendList(response: ServerResponse, query: URLSearchParams) {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const all = [...objects.keys()].toSorted().filter((key) => key > after)
    const page = all.slice(0, pageSize)
    const isTruncated = all.length > page.length
    const contents = page.map((key) => {
      const { bytes, changedAt } = objects.get(key) ?? {
        bytes: Buffer.alloc(0),
        changedAt: new Date(),
      }
      const at = changedAt.toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount>` +
          `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
      )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url,
    objects,
    settings: {
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.keyId,
      S3_SECRET_ACCESS_KEY: keys.key,
    },
    /** Applies this fault to all requests, or removes the current fault if none is given. */
    failWith: (newFault?: Fault) => {
      fault = newFault
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { bytes }: StoredObject,
) {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const part = start && end ? bytes.subarray(Number(start), Number(end) + 1) : bytes
  if (start && Number(start) >= bytes.length) return refuse(response, 'InvalidRange')
  response.writeHead(start ? 206 : 200, {
    'content-length': part.length,
    etag: etagOf(bytes),
    ...(start ? { 'content-range': `bytes ${start}-${end}/${bytes.length}` } : {}),
  })
  return method === 'HEAD' ? response.end() : response.end(part)
}

export function refuse(response: ServerResponse, code: string, status = statuses[code] ?? 403) {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
}

function etagOf(bytes: Buffer) {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}
