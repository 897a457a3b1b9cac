// Defines the file store, which keeps the bytes of files under version ids. A name that a user chose never becomes a
// path.
import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** The position of the last byte, which belongs to the range. */
  end: number
}

export interface OpenOptions {
  /** The size of the whole file, from its row in the database. */
  size: number
  range?: ByteRange | undefined
}

export interface StoredFile {
  version: string
  changedAt: Date
}

export interface FileStore {
  /** Returns a new local path, to which an upload can be written. */
  incomingPath(): string
  /** Stores the file at `path`, and may move it away. The stored file survives a power failure. */
  store(path: string, version: string): Promise<void>
  /** Resolves to undefined if there is no such file. */
  open(version: string, wanted: OpenOptions): Promise<Readable | undefined>
  /** Returns the versions that have no file. `versions` must be sorted. */
  findMissing(versions: readonly string[]): Promise<string[]>
  remove(version: string): Promise<void>
  /** Lists all files in batches. */
  list(): AsyncIterable<StoredFile[]>
  /** Removes incoming files that were never stored and are older than the given time. */
  removeIncoming(before: Date): Promise<number>
}

const versionPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

export function isVersion(text: string) {
  return versionPattern.test(text)
}

/** The file store or the cache of derived images, from which unused files are removed. */
export type FileCleanupTarget = Pick<FileStore, 'list' | 'remove'>

/** A failed upload counts as not stored, although the file store may have received the file. */
export class FileStoreUnavailable extends Error {
  /** The store has no space left, so an immediate retry is useless. */
  readonly isFull: boolean

  constructor(
    message: string,
    { isFull = false, cause }: { isFull?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isFull = isFull
  }
}
