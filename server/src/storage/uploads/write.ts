// Bytes to a file, one chunk after the other: nothing is held in memory but the one on its way.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { tooLarge } from '../errors.ts'

export interface Measured {
  size: number
  sha256: string
}

export interface Written extends Measured {
  /** Enough to tell a type by. */
  head: Buffer
}

const headLength = 4100

interface Options {
  /** Called with the size so far; its throw ends the writing. */
  grew: (size: number) => void
}

/** Where to, and how much. */
export interface Room {
  path: string
  mostBytes: number
}

/** Ends what grows over a limit, and tells of each step. */
export function upTo(most: number, heard: () => void) {
  return (size: number) => {
    heard()
    if (size > most) throw tooLarge()
  }
}

const bytes = z.instanceof(Buffer)

/** Leaves the source as it is, for an answer has still to go out over its connection. */
export async function writeTo(path: string, source: Readable, { grew }: Options): Promise<Written> {
  const file = await open(path, 'wx', 0o600)
  try {
    let head = Buffer.alloc(0)
    const measured = await measure(source, async (chunk, size) => {
      grew(size)
      if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)])
      await file.writeFile(chunk)
    })
    return { ...measured, head: head.subarray(0, headLength) }
  } finally {
    await file.close()
  }
}

/** Of a file that is there. */
export function measureFile(path: string) {
  return measure(createReadStream(path), async () => {})
}

async function measure(
  source: Readable,
  take: (chunk: Buffer, size: number) => Promise<void>,
): Promise<Measured> {
  const hash = createHash('sha256')
  let size = 0
  for await (const given of source.iterator({ destroyOnReturn: false })) {
    const chunk = bytes.parse(given)
    size += chunk.length
    await take(chunk, size)
    hash.update(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}
