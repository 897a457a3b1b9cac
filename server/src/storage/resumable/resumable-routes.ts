// /upload/resumable receives files in parts by the TUS protocol, so that an upload survives a lost connection.
import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { StorageError } from '../errors.ts'
import { toStorageError } from '../send-error.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import { abortOnDisconnect } from '../uploads/upload.ts'
import { requestByLink, requestByToken, type ResumableRequest } from './resumable-request.ts'
import { createTusServer, resumablePath } from './tus-server.ts'

const operations = [
  ['POST', 'storage.tus.upload.create'],
  ['PATCH', 'storage.tus.upload.part'],
  ['HEAD', 'storage.tus.upload.get'],
  ['DELETE', 'storage.tus.upload.delete'],
] as const

/** The maximum time for a request with one part: 5 minutes in the queue and 10 for the transfer (write-file.ts). */
const partTimeoutMs = 15 * 60_000

/** Returns whether an OPTIONS request is for the TUS protocol, which has its own response to OPTIONS. */
export function asksForTusOptions({ url }: FastifyRequest) {
  return url.startsWith(`/storage/v1${resumablePath}`)
}

export function addResumableUploads(scope: FastifyInstance, storage: StorageDependencies) {
  const contexts = new WeakMap<object, ResumableRequest>()
  const tus = createTusServer(storage, (request) => {
    const context = contexts.get(request)
    if (!context) throw new Error('This request has no context.')
    return context
  })

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    resolve: typeof requestByToken,
  ) => {
    const { '*': id } = params.parse(request.params)
    const context = await resolve(storage, request, id === '' ? undefined : id)
    const { body, close } = openBody(request)
    try {
      const webRequest = toWebRequest(request, body)
      contexts.set(webRequest, context)
      const work = () => tus.handleWeb(webRequest)
      const response = hasBody(request)
        ? await storage.uploadQueue.run(context.queueKey, work, abortOnDisconnect(request))
        : await work()
      if (context.failure) throw withStatus(context.failure)
      return await sendWebResponse(reply, response)
    } finally {
      close()
    }
  }

  for (const [path, resolve, suffix] of [
    [resumablePath, requestByToken, ''],
    [`${resumablePath}/sign`, requestByLink, '_signed'],
  ] as const) {
    for (const [method, operation] of operations) {
      for (const url of method === 'POST' ? [path, `${path}/`] : [`${path}/*`]) {
        scope.route({
          method,
          url,
          config: { allowsSlowBody: true, storageOperation: operation + suffix },
          handlerTimeout: partTimeoutMs,
          handler: (request, reply) => answer(request, reply, resolve),
        })
      }
    }
    for (const url of [path, `${path}/*`]) {
      scope.options(url, async (request, reply) =>
        sendWebResponse(reply, await tus.handleWeb(toWebRequest(request, undefined))),
      )
    }
  }
}

/** Repeats a refusal's body status as the HTTP status, because TUS clients read only the HTTP status. */
function withStatus(cause: Error) {
  const error = toStorageError(cause)
  if (!error) return cause
  const { status, code, headers, message } = error
  return new StorageError(status, error.error, message, {
    httpStatus: status,
    code,
    headers,
    cause,
  })
}

const params = z.object({ '*': z.string().optional() })

const hasBody = ({ method }: FastifyRequest) => method === 'POST' || method === 'PATCH'

/** Opens the body as a stream that can close without closing the connection. */
function openBody(request: FastifyRequest) {
  const { raw } = request
  if (!hasBody(request)) return { body: undefined, close: () => {} }
  const stream = new PassThrough()
  const fail = (error?: Error) => stream.destroy(error ?? new Error('The client disconnected.'))
  const failUnlessRead = () => {
    if (!raw.readableEnded) fail()
  }
  // Without a listener, an error of a stream that nothing reads any more would end the process.
  stream.on('error', () => {})
  raw.on('error', fail).on('close', failUnlessRead)
  raw.pipe(stream)
  const close = () => {
    raw.unpipe(stream).off('close', failUnlessRead)
    stream.destroy()
  }
  return { body: stream, close }
}

/** Converts the request for the TUS server, which does not use the URL's host. */
function toWebRequest({ method, url, headers }: FastifyRequest, body: Readable | undefined) {
  const sent = new Headers()
  for (const name of tusHeaders) {
    const value = headers[name]
    if (typeof value === 'string') sent.set(name, value)
  }
  const path = url.replace(/^.*?\/storage\/v1/u, '')
  return new Request(new URL(path, 'http://localhost'), {
    method,
    headers: sent,
    ...(body ? { body: Readable.toWeb(body), duplex: 'half' } : {}),
  })
}

const tusHeaders = [
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

async function sendWebResponse(reply: FastifyReply, response: Response) {
  for (const [name, value] of response.headers) {
    // Omits the CORS headers of the TUS server, because this server adds its own to every response.
    if (!name.startsWith('access-control-')) reply.header(name, value)
  }
  const text = await response.text()
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(text === '' ? undefined : text)
}
