// Manages the uploads of one form field, one after another.
import { errorFieldsOf, Failure } from '../errors.ts'
import { checkFiles, type FileKindName, fileKinds, type RefusedFile } from './file-kinds.ts'
import { newPath, removeUpload, upload } from './upload.ts'

export type UploadState =
  | { status: 'waiting' }
  | { status: 'sending'; percent: number }
  | { status: 'stored' }
  | { status: 'failed'; error: unknown }

export interface UploadRow {
  /** The storage path, which also identifies the row. */
  path: string
  file: File
  /** An object URL of the local picture. */
  preview: string | undefined
  state: UploadState
}

export interface UploadOptions {
  kind: FileKindName
  userId: string
  /** The number of files of this kind that are already stored and are not replaced. */
  storedCount?: number
  /** Whether to upload files at once. Leaving the page removes files that no form has saved. */
  isEager?: boolean
  /** Whether the files belong to a draft, so that they stay on the server when the user leaves the page. */
  isDraft?: boolean
}

/** A file of a draft. */
export interface StoredFile {
  path: string
  file: File
  /** Whether the server has it. */
  isUploaded: boolean
}

interface RunningUpload {
  abort: AbortController
  done: Promise<void>
}

interface UploadListState {
  rows: UploadRow[]
  refused: RefusedFile[]
}

export class UploadList {
  #listed: UploadListState = { rows: [], refused: [] }
  readonly #options: UploadOptions
  readonly #listeners = new Set<() => void>()
  readonly #sendings = new Map<string, RunningUpload>()
  #storing: Promise<string[]> | undefined
  #storedCount: number

  constructor(options: UploadOptions) {
    this.#options = options
    this.#storedCount = options.storedCount ?? 0
  }

  /** Updates the number of stored files, which other parts of the page can change. */
  readonly setStoredCount = (storedCount: number) => {
    this.#storedCount = storedCount
  }

  readonly get = () => this.#listed

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds the accepted files in place of files that the server has refused. Returns whether any file was added. */
  readonly add = (files: File[]) => {
    const [unusable, usable] = splitBy(this.#listed.rows, isUnusable)
    const isAny = this.#take(files, usable)
    if (isAny) this.#release(unusable)
    if (isAny && this.#options.isEager) void this.#sendAll()
    return isAny
  }

  /** Lists files of an earlier page in front of the present ones, and uploads those that are not stored yet. */
  readonly restore = (files: readonly StoredFile[]) => {
    const { rows } = this.#listed
    const missing = files.filter(({ path }) => !rows.some((row) => row.path === path))
    const restored = missing.map(({ path, file, isUploaded }) => {
      const row = rowOf(file, path)
      return isUploaded ? inState(row, { status: 'stored' }) : row
    })
    this.#become({ rows: [...restored, ...rows] })
    if (this.#options.isEager) void this.#sendAll()
  }

  /** Moves a file to another position in the list. */
  readonly move = (path: string, position: number) => {
    const row = this.#find(path)
    if (!row) return
    const others = this.#listed.rows.filter((other) => other !== row)
    this.#become({ rows: others.toSpliced(position, 0, row) })
  }

  /** Replaces the present files, unless all new files are refused. */
  readonly replace = (files: File[]) => {
    const { rows } = this.#listed
    if (this.#take(files, [])) this.#release(rows)
  }

  /** Removes a file, also from the server if it is stored there. */
  readonly remove = (path: string) => {
    const row = this.#find(path)
    if (row?.state.status === 'stored') void this.#removeStored(row)
    else if (row) this.#drop([row])
  }

  readonly retry = (path: string) => void this.#send(path)

  /**
   * Uploads the files that are not stored yet, and resolves with the paths of all files. After a failure, the next call
   * uploads only the remaining files.
   */
  readonly store = () => {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined
    })
    return this.#storing
  }

  /** Returns the paths of the files that are stored so far. */
  readonly stored = () => {
    const there = this.#listed.rows.filter(({ state }) => state.status === 'stored')
    return there.map(({ path }) => path)
  }

  /** Removes the rows of files that the form has saved. */
  readonly release = (paths: string[]) => {
    this.#drop(this.#listed.rows.filter(({ path }) => paths.includes(path)))
  }

  /** Removes all files, also from the server. */
  readonly discardAll = () => {
    for (const path of this.stored()) {
      // Ignore a failure, because the user has left the form.
      void removeUpload(this.#options.kind, path).catch(() => undefined)
    }
    this.clear()
  }

  /** Removes the stored files from the server, so that the next `store` uploads them again. */
  readonly unstore = async () => {
    for (const path of this.stored()) {
      await removeUpload(this.#options.kind, path)
      this.#mark(path, { status: 'waiting' })
    }
  }

  readonly leave = () => {
    if (this.#options.isEager && !this.#options.isDraft) this.discardAll()
    else this.clear()
  }

  /** Empties the list and leaves the files on the server. */
  readonly clear = () => {
    this.#drop(this.#listed.rows)
    this.#become({ refused: [] })
  }

  async #storeAll() {
    await this.#sendAll()
    const { rows } = this.#listed
    const failed = rows.filter(({ state }) => state.status !== 'stored')
    if (failed.length > 0) throw incomplete(failed.length, rows.length)
    return rows.map(({ path }) => path)
  }

  async #sendAll() {
    for (const { path } of this.#listed.rows) await this.#send(path)
  }

  async #send(path: string) {
    const row = this.#find(path)
    if (!row || row.state.status === 'stored') return
    const abort = new AbortController()
    const sending = this.#sendings.get(path) ?? { abort, done: this.#sendNow(row, abort.signal) }
    this.#sendings.set(path, sending)
    await sending.done
    this.#sendings.delete(path)
  }

  async #sendNow({ path, file }: UploadRow, signal: AbortSignal) {
    this.#mark(path, { status: 'sending', percent: 0 })
    try {
      await upload({
        kind: this.#options.kind,
        path,
        file,
        onProgress: (percent) => this.#mark(path, { status: 'sending', percent }),
        signal,
      })
      this.#mark(path, { status: 'stored' })
    } catch (error) {
      this.#mark(path, { status: 'failed', error })
    }
  }

  async #removeStored(row: UploadRow) {
    try {
      await removeUpload(this.#options.kind, row.path)
      this.#drop([row])
    } catch (error) {
      this.#mark(row.path, { status: 'failed', error })
    }
  }

  #take(files: File[], present: UploadRow[]) {
    const { kind: name, userId } = this.#options
    const { taken, refused } = checkFiles(files, {
      kind: fileKinds[name],
      storedCount: this.#storedCount,
      present: present.map(({ file }) => file),
    })
    const added = taken.map((file) => rowOf(file, newPath(userId, name, file)))
    const isAny = added.length > 0
    this.#become({ refused, ...(isAny ? { rows: [...present, ...added] } : {}) })
    return isAny
  }

  #drop(dropped: UploadRow[]) {
    this.#release(dropped)
    this.#become({ rows: this.#listed.rows.filter((row) => !dropped.includes(row)), refused: [] })
  }

  #release(rows: UploadRow[]) {
    for (const { path, preview } of rows) {
      this.#sendings.get(path)?.abort.abort()
      if (preview) URL.revokeObjectURL(preview)
    }
  }

  #find(path: string) {
    return this.#listed.rows.find((row) => row.path === path)
  }

  #mark(path: string, state: UploadState) {
    const { rows } = this.#listed
    this.#become({ rows: rows.map((row) => (row.path === path ? inState(row, state) : row)) })
  }

  #become(change: Partial<UploadListState>) {
    this.#listed = { ...this.#listed, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns whether the server refused the type or size of the file, so that retrying cannot help. */
export function isUnusable({ state }: UploadRow): boolean {
  if (state.status !== 'failed') return false
  const { code, status } = errorFieldsOf(state.error)
  return code === 'invalid_mime_type' || status === 413 || status === 415
}

function splitBy<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

function rowOf(file: File, path: string): UploadRow {
  const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  return { path, file, preview, state: { status: 'waiting' } }
}

function inState(row: UploadRow, state: UploadState): UploadRow {
  return { ...row, state }
}

function incomplete(failed: number, all: number) {
  const message =
    all === 1
      ? 'The upload failed. Try again, or remove the file.'
      : `${failed} of ${all} uploads failed. Try again, or remove those files.`
  return new Failure({ code: 'files_incomplete', status: 400, message, hint: '' })
}
