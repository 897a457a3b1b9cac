// Streams bytes to a client for as long as it reads them.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { downloadAborted } from '../errors.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'

/** The server disconnects a client that takes longer than this to read one 64 KB chunk. */
const idleTimeoutMs = 30_000

/** Resolves to false if `open` finds no file. */
export async function streamResponse(
  { downloadQueue }: StorageDependencies,
  reply: FastifyReply,
  queueKey: string,
  open: () => Promise<Readable | undefined>,
): Promise<boolean> {
  const ended = watchForEnd(reply)
  const send = async () => {
    const bytes = await open()
    if (!bytes) return false
    const idleCheck = destroyWhenIdle(reply)
    try {
      ended.signal.throwIfAborted()
      reply.send(bytes)
      await once(ended.signal, 'abort')
    } finally {
      clearInterval(idleCheck)
      bytes.destroy()
    }
    return true
  }
  try {
    return await downloadQueue.run(queueKey, send, ended.signal)
  } finally {
    ended.stopWatching()
  }
}

/**
 * Returns a signal that aborts when the response ends or the client disconnects. A pipelined response that waits gets
 * no event when the socket closes.
 */
export function watchForEnd({ raw, request: { socket } }: FastifyReply) {
  const controller = new AbortController()
  const end = () => controller.abort(downloadAborted())
  raw.once('close', end)
  // By default, Node.js warns if more than ten pipelined requests add a listener to the socket.
  socket.setMaxListeners(0).once('close', end)
  if (raw.destroyed || socket.destroyed) end()
  return { signal: controller.signal, stopWatching: () => socket.off('close', end) }
}

function destroyWhenIdle({ request: { socket } }: FastifyReply) {
  let lastProgress = { bytes: 0, at: Date.now() }
  return setInterval(() => {
    const bytes = socket.bytesWritten
    if (bytes !== lastProgress.bytes) lastProgress = { bytes, at: Date.now() }
    else if (Date.now() - lastProgress.at >= idleTimeoutMs) socket.destroy()
  }, idleTimeoutMs / 10).unref()
}
