// Starts downloads whose body the client does not read yet.
import { type IncomingMessage, request } from 'node:http'
import { actorHeaders } from './files.ts'
import type { Actor } from './market.ts'
import { target } from './target.ts'

/** Starts a download and resolves with the response once its headers arrive. */
export function beginDownload(actor: Actor, path: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(target.url)
  const address = { hostname, port, path: `/storage/v1/object/documents/${path}` }
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...address, headers: actorHeaders(actor), agent: false })
    outgoing.once('response', resolve).once('error', reject).end()
  })
}

/** Reads a response until it ends or is cut off, and returns the number of received bytes. */
export async function lengthOf(response: IncomingMessage) {
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
  })
  response.on('error', () => {})
  await new Promise((resolve) => response.once('close', resolve))
  return length
}
