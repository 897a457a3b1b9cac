// Where the bytes of files lie, by the id of their version. No name that a person chose ever becomes a path.
import type { Readable } from 'node:stream'

export interface Part {
  /** Both ends are included. */
  start: number
  end: number
}

export interface Wanted {
  /** Of the whole, as its row has it. */
  size: number
  part?: Part | undefined
}

export interface StoredFile {
  version: string
  changedAt: Date
}

export interface FileStore {
  /** A path of this machine, for bytes that are on their way. */
  incoming(): string
  /** Takes a file from there, which may be gone then. When it resolves, the bytes survive a loss of power. */
  keep(path: string, version: string): Promise<void>
  /** Undefined where there is no such file. */
  open(version: string, wanted: Wanted): Promise<Readable | undefined>
  /** Those that are not there, of many in their order. */
  missing(versions: readonly string[]): Promise<string[]>
  remove(version: string): Promise<void>
  /** Some at a time. */
  list(): AsyncIterable<StoredFile[]>
  /** What came in and was never taken over goes, once it is older. */
  removeIncoming(before: Date): Promise<number>
}

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

export function isVersion(text: string) {
  return form.test(text)
}
