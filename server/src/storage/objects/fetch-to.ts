// The bytes of a stored file, to a path. Where they come from can stall or break off; who waits holds a place meanwhile.
import type { Readable } from 'node:stream'
import { FilesUnavailable } from '../../files/unavailable.ts'
import { watch } from '../uploads/watch.ts'
import { writeTo, type Written } from '../uploads/write.ts'

interface Options {
  /** Called with the size so far; its throw ends the writing. */
  grew: (size: number) => void
  /** In milliseconds. */
  longestPause?: number
}

const usualPause = 30_000

export async function fetchTo(
  path: string,
  bytes: Readable,
  { grew, longestPause: pause = usualPause }: Options,
): Promise<Written> {
  const { heard, late, end } = watch({ pause })
  const hear = (size: number) => {
    heard()
    grew(size)
  }
  const stalled = late.catch((cause: unknown) => {
    throw new FilesUnavailable('A stored file stopped on its way.', { cause })
  })
  try {
    return await Promise.race([writeTo(path, bytes, { grew: hear }), stalled])
  } catch (error) {
    if (!bytes.errored) throw error
    throw new FilesUnavailable('A stored file broke off on its way.', { cause: error })
  } finally {
    end()
    bytes.destroy()
  }
}
