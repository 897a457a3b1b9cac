// The files of one field on their way to the server, one after the other, each with a state of its own.
import { Failure } from '../errors/failure.ts'
import { newPath, removeUpload, upload } from '../upload.ts'
import { type FileKindName, fileKinds } from './file-kinds.ts'
import { judgeFiles, type RefusedFile } from './judge-files.ts'

export type UploadState =
  | { status: 'waiting' }
  | { status: 'sending'; percent: number }
  | { status: 'stored' }
  | { status: 'failed'; error: unknown }

export interface UploadRow {
  /** Where it lies once it is stored; also what it is called until then. */
  path: string
  file: File
  /** The address of a picture that is only here yet. */
  preview: string | undefined
  state: UploadState
}

export interface UploadOptions {
  kind: FileKindName
  userId: string
  /** How many there may be in all; as many as the server takes, without it. */
  most?: number
}

interface Listed {
  rows: UploadRow[]
  refused: RefusedFile[]
}

export class UploadList {
  #listed: Listed = { rows: [], refused: [] }
  readonly #options: UploadOptions
  readonly #listeners = new Set<() => void>()
  readonly #aborts = new Map<string, AbortController>()
  #storing: Promise<string[]> | undefined

  constructor(options: UploadOptions) {
    this.#options = options
  }

  readonly get = () => this.#listed

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Those that fit; the others are listed with the reason. */
  readonly add = (files: File[]) => this.#take(files, this.#listed.rows)

  /** The same in place of those that are there, unless none of the new ones fits. */
  readonly replace = (files: File[]) => {
    const { rows } = this.#listed
    if (this.#take(files, [])) this.#release(rows)
  }

  /** What is stored already is taken back there, too. */
  readonly remove = (path: string) => {
    const row = this.#find(path)
    if (row?.state.status === 'stored') void this.#takeBack(row)
    else if (row) this.#drop([row])
  }

  /** One that failed, once more. */
  readonly retry = (path: string) => void this.#send(path)

  /**
   * Sends what is not stored yet, and resolves with the paths of all. Where one failed, it is said which, and the
   * others stay stored: the next call sends only what is left.
   */
  readonly store = () => {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined
    })
    return this.#storing
  }

  /** After they were put to use. Nothing is taken back. */
  readonly clear = () => {
    this.#drop(this.#listed.rows)
    this.#become({ refused: [] })
  }

  async #storeAll() {
    for (const { path } of this.#listed.rows) await this.#send(path)
    const { rows } = this.#listed
    const failed = rows.filter(({ state }) => state.status !== 'stored')
    if (failed.length > 0) throw incomplete(failed.length, rows.length)
    return rows.map(({ path }) => path)
  }

  async #send(path: string) {
    const row = this.#find(path)
    if (!row || row.state.status === 'stored' || this.#aborts.has(path)) return
    const abort = new AbortController()
    this.#aborts.set(path, abort)
    this.#mark(path, { status: 'sending', percent: 0 })
    try {
      await upload({
        kind: this.#options.kind,
        path,
        file: row.file,
        onProgress: (percent) => this.#mark(path, { status: 'sending', percent }),
        signal: abort.signal,
      })
      this.#mark(path, { status: 'stored' })
    } catch (error) {
      this.#mark(path, { status: 'failed', error })
    } finally {
      this.#aborts.delete(path)
    }
  }

  async #takeBack(row: UploadRow) {
    try {
      await removeUpload(this.#options.kind, row.path)
      this.#drop([row])
    } catch (error) {
      this.#mark(row.path, { status: 'failed', error })
    }
  }

  #take(files: File[], present: UploadRow[]) {
    const { kind: name, userId } = this.#options
    const kind = fileKinds[name]
    const most = this.#options.most ?? kind.most
    const { taken, refused } = judgeFiles(files, {
      kind,
      most,
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
      this.#aborts.get(path)?.abort()
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

  #become(change: Partial<Listed>) {
    this.#listed = { ...this.#listed, ...change }
    for (const listener of this.#listeners) listener()
  }
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
      ? 'The file did not arrive. Try again, or remove it.'
      : `${failed} of ${all} files did not arrive. Try again, or remove them.`
  return new Failure({ code: 'files_incomplete', status: 400, message, hint: '' })
}
