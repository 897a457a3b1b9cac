// Implements a minimal HTTP client for benchmarks. The client keeps the connection open, sends one
// request at a time, and needs a Content-Length in each response.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { MeasuredRequest } from './cases.ts'
import type { Reply, Connection } from './closed-loop.ts'

export function httpBytes({ method, path, headers, body = '' }: MeasuredRequest): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} /rest/v1${path} HTTP/1.1`, ...lines].join('\r\n')
  return Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')
}

export async function openHttp(
  port: number,
  bytesAt: (index: number) => Buffer,
  onReply: (reply: Reply) => void,
): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let buffered: Buffer | undefined
  socket.on('data', (chunk) => {
    const received = buffered ? Buffer.concat([buffered, chunk]) : chunk
    const reply = parseReply(received)
    buffered = reply ? undefined : received
    if (reply) onReply(reply)
  })
  socket.on('error', (error) => onReply({ failure: error.message, bytes: 0 }))
  return { send: (index) => socket.write(bytesAt(index)), close: () => socket.destroy() }
}

/** Returns the response, or undefined while it is incomplete. */
function parseReply(received: Buffer): Reply | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: *(\d+)/iu.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`)
  const bodyStart = headEnd + 4
  if (received.length < bodyStart + length) return undefined
  const isOk = head.startsWith('HTTP/1.1 2')
  return { failure: isOk ? undefined : received.toString(), bytes: length }
}
