// Starts uploads whose body the test writes piece by piece.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Reply } from './http-request.ts'
import { actorHeaders } from './files.ts'
import type { Actor } from './market.ts'
import { target } from './target.ts'

interface Options {
  /** The Content-Length, or undefined for a chunked body. */
  length?: number
  type?: string
}

export interface SlowUpload {
  outgoing: ClientRequest
  reply: Promise<Reply>
}

export function beginUpload(actor: Actor, path: string, options: Options = {}) {
  return beginRequest(actor, `/storage/v1/object/${path}`, options)
}

/** Begins a POST request to any path. */
export async function beginRequest(
  actor: Actor,
  path: string,
  { length, type = 'application/pdf' }: Options = {},
): Promise<SlowUpload> {
  const { hostname, port } = new URL(target.url)
  const size = length === undefined ? {} : { 'content-length': String(length) }
  const headers = { ...actorHeaders(actor), 'content-type': type, ...size }
  const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false })
  const reply = replyOf(outgoing)
  // If a test aborts the request, the rejection of `reply` must not end the process.
  reply.catch(() => {})
  outgoing.flushHeaders()
  await once(outgoing, 'socket')
  return { outgoing, reply }
}

async function replyOf(outgoing: ClientRequest): Promise<Reply> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject)
  })
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(response, 'end')
  const { statusCode: status = 0, headers } = response
  return { status, headers, text: Buffer.concat(chunks).toString() }
}
