// Bytes to whoever reads them, as long as they do read.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { nobodyWaits } from '../errors.ts'
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
  const over = endOf(reply)
  const send = async () => {
    const bytes = await open()
    if (!bytes) return false
    const watch = endWhenIdle(reply)
    try {
      over.signal.throwIfAborted()
      reply.send(bytes)
      await once(over.signal, 'abort')
    } finally {
      clearInterval(watch)
      bytes.destroy()
    }
    return true
  }
  try {
    return await downloads.take(who, send, over.signal)
  } finally {
    over.forget()
  }
}

/** A reply that waits behind another on its socket is not told when that closes: both are listened to. */
export function endOf({ raw, request: { socket } }: FastifyReply) {
  const over = new AbortController()
  const end = () => over.abort(nobodyWaits())
  raw.once('close', end)
  // As many may wait on it as it was sent requests.
  socket.setMaxListeners(0).once('close', end)
  if (raw.destroyed || socket.destroyed) end()
  return { signal: over.signal, forget: () => socket.off('close', end) }
}

function endWhenIdle({ request: { socket } }: FastifyReply) {
  let last = { sent: 0, at: Date.now() }
  return setInterval(() => {
    const sent = socket.bytesWritten
    if (sent !== last.sent) last = { sent, at: Date.now() }
    else if (Date.now() - last.at >= mostIdle) socket.destroy()
  }, mostIdle / 10).unref()
}
