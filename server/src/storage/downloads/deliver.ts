// Bytes to whoever reads them, as long as they do read.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Storage } from '../parts.ts'

/** What takes longer to be read, in pieces of 64 KB, is not read. */
const mostIdle = 30_000

/** False where there is nothing to send. */
export async function deliver(
  { downloads }: Storage,
  reply: FastifyReply,
  who: string,
  open: () => Promise<Readable | undefined>,
): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    leaving.abort(new Error('Nobody waits for the answer.'))
    resolve()
  })
  const send = async () => {
    const bytes = await open()
    if (!bytes) return false
    const watch = endWhenIdle(reply)
    reply.send(bytes)
    await over
    clearInterval(watch)
    return true
  }
  return downloads.take(who, send, leaving.signal)
}

function endWhenIdle({ raw }: FastifyReply) {
  let last = { sent: 0, at: Date.now() }
  return setInterval(() => {
    const sent = raw.socket?.bytesWritten ?? 0
    if (sent !== last.sent) last = { sent, at: Date.now() }
    else if (Date.now() - last.at >= mostIdle) raw.destroy()
  }, mostIdle / 10).unref()
}
