// Stores the bytes of files under the id of their version. A name that a user chose never becomes a path.
import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** The position of the last byte, inclusive. */
  end: number
}

export interface OpenOptions {
  /** The size of the whole file according to its row. */
  size: number
  range?: ByteRange | undefined
}

export interface StoredFile {
  version: string
  changedAt: Date
}

export interface FileStore {
  /** Returns a new path on the local disk for a file that is still being received. */
  incomingPath(): string
  /**
   * Stores an incoming file, and may remove it from its path. Once this call has resolved, the stored file survives a
   * power failure.
   */
  store(path: string, version: string): Promise<void>
  /** Resolves to undefined if there is no such file. */
  open(version: string, wanted: OpenOptions): Promise<Readable | undefined>
  /** Returns the given versions that have no file. The given versions must be sorted. */
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

/** Lists and removes files by version, either the originals or images that were derived from them. */
export type FileCleanupTarget = Pick<FileStore, 'list' | 'remove'>

/**
 * Thrown when the file store fails. A file whose upload failed counts as not stored, although the store may have
 * received it. Files that were stored earlier are not lost.
 */
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
