// Writes streams to files with only one chunk in memory, and aborts streams that stall.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { FileStoreUnavailable } from '../../files/file-store.ts'
import { tooLarge, uploadTimedOut } from '../errors.ts'

export interface FileDigest {
  size: number
  sha256: string
}

export interface WrittenFile extends FileDigest {
  /** The first bytes, which are enough to detect the media type. */
  head: Buffer
}

const headLength = 4100

interface WriteOptions {
  /** Receives the number of bytes so far, and can throw to end the writing. */
  onProgress: (size: number) => void
}

/** Does not destroy the source, which may be a request whose response uses the same connection. */
export async function writeStreamToFile(
  path: string,
  source: Readable,
  { onProgress }: WriteOptions,
): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    let head = Buffer.alloc(0)
    const digest = await digestOf(source, async (chunk, size) => {
      onProgress(size)
      if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)])
      await file.writeFile(chunk)
    })
    return { ...digest, head: head.subarray(0, headLength) }
  } finally {
    await file.close()
  }
}

export interface WriteTarget {
  path: string
  maxBytes: number
}

/** Returns an `onProgress` callback that enforces a limit and restarts the stall timeout. */
export function limitProgress(maxBytes: number, restartTimeout: () => void) {
  return (size: number) => {
    restartTimeout()
    if (size > maxBytes) throw tooLarge()
  }
}

interface FetchOptions extends WriteOptions {
  stallTimeoutMs?: number
}

const defaultStallTimeoutMs = 30_000

/** Writes the bytes of a stored file to a path, and destroys the source. */
export async function fetchToFile(
  path: string,
  source: Readable,
  { onProgress, stallTimeoutMs = defaultStallTimeoutMs }: FetchOptions,
): Promise<WrittenFile> {
  const timeout = startTransferTimeout({ stallMs: stallTimeoutMs })
  const restartAndReport = (size: number) => {
    timeout.restart()
    onProgress(size)
  }
  const stalled = timeout.expired.catch((cause: unknown) => {
    throw new FileStoreUnavailable('A stored file stopped on its way.', { cause })
  })
  const written = writeStreamToFile(path, source, { onProgress: restartAndReport })
  try {
    return await Promise.race([written, stalled])
  } catch (error) {
    if (!source.errored) throw error
    throw new FileStoreUnavailable('A stored file broke off on its way.', { cause: error })
  } finally {
    timeout.stop()
    source.destroy()
  }
}

interface TransferTimeout {
  /** Call this whenever bytes arrive. */
  restart: () => void
  stop: () => void
  /** Rejects when the transfer stalls or takes too long. */
  expired: Promise<never>
}

interface TimeoutOptions {
  stallMs: number
  /** The limit for transfers from clients, which could otherwise go on forever. */
  totalMs?: number
}

/** The limits suit slow connections: 20 MB from a phone can take two minutes. */
const clientTimeouts: TimeoutOptions = { stallMs: 30_000, totalMs: 10 * 60_000 }

export function startTransferTimeout({ stallMs, totalMs } = clientTimeouts): TransferTimeout {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  expired.catch(() => {})
  const expire = () => reject(uploadTimedOut())
  const stallTimer = setTimeout(expire, stallMs)
  const totalTimer = totalMs === undefined ? undefined : setTimeout(expire, totalMs)
  return {
    expired,
    restart: () => stallTimer.refresh(),
    stop: () => {
      clearTimeout(stallTimer)
      clearTimeout(totalTimer)
    },
  }
}

export function digestFile(path: string): Promise<FileDigest> {
  return digestOf(createReadStream(path), async () => {})
}

const bufferChunk = z.instanceof(Buffer)

async function digestOf(
  source: Readable,
  onChunk: (chunk: Buffer, size: number) => Promise<void>,
): Promise<FileDigest> {
  const hash = createHash('sha256')
  let size = 0
  for await (const data of source.iterator({ destroyOnReturn: false })) {
    const chunk = bufferChunk.parse(data)
    size += chunk.length
    await onChunk(chunk, size)
    hash.update(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}
