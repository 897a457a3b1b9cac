// Keeps the received bytes of resumable uploads on the local disk, each with a description as JSON. Each owner has a
// separate folder, so no owner can reach the uploads of another.
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { unlessMissing } from '../file-system.ts'

export interface PartialUploadKey {
  /** The name of the owner's folder, which is a hash. */
  owner: string
  id: string
}

const description = z.object({
  size: z.number(),
  metadata: z.record(z.string(), z.string().nullable()),
  createdAt: z.string(),
  /** True if the complete file is stored and its row is committed. */
  isStored: z.boolean(),
})

export type PartialUploadDescription = z.output<typeof description>

export interface PartialUpload extends PartialUploadDescription {
  receivedBytes: number
}

/** An upload expires after this time and is then removed. */
export const partialUploadLifetimeMs = 24 * 3600_000

const ownerPattern = /^[0-9a-f]{32}$/u
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

function isKey({ owner, id }: PartialUploadKey) {
  return ownerPattern.test(owner) && idPattern.test(id)
}

export class PartialUploads {
  readonly #folder: string

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'files', '.resumable')
  }

  pathOf(key: PartialUploadKey) {
    if (!isKey(key)) throw new Error('This is not the id of an upload.')
    return join(this.#folder, key.owner, key.id)
  }

  async create(key: PartialUploadKey, upload: PartialUploadDescription) {
    const path = this.pathOf(key)
    await mkdir(join(this.#folder, key.owner), { recursive: true, mode: 0o700 })
    await writeFile(path, '', { flag: 'wx', mode: 0o600 })
    await this.#describe(path, upload)
  }

  /** Resolves to undefined if there is no such upload. */
  async find(key: PartialUploadKey): Promise<PartialUpload | undefined> {
    if (!isKey(key)) return undefined
    const path = this.pathOf(key)
    const json = await unlessMissing(readFile(`${path}.json`, 'utf8'))
    if (json === undefined) return undefined
    const upload = description.parse(JSON.parse(json))
    const status = await unlessMissing(stat(path))
    if (!status && !upload.isStored) return undefined
    return { ...upload, receivedBytes: status?.size ?? upload.size }
  }

  /** Returns the position after the last byte. If the stream breaks off, the bytes written so far stay in the file. */
  async write(
    key: PartialUploadKey,
    source: Readable,
    { position, onBytes }: { position: number; onBytes: () => void },
  ) {
    const file = await open(this.pathOf(key), 'r+')
    try {
      // The write stream leaves the file open, because the file must be synced before it is closed.
      const target = file.createWriteStream({ start: position, autoClose: false })
      const end = await copy(source, target, onBytes)
      await file.datasync()
      return position + end
    } finally {
      await file.close()
    }
  }

  /** Keeps the description of the upload, for clients that missed the last response. */
  async markStored(key: PartialUploadKey, upload: PartialUploadDescription) {
    const path = this.pathOf(key)
    await this.#describe(path, { ...upload, isStored: true })
    await rm(path, { force: true })
  }

  async remove(key: PartialUploadKey) {
    const path = this.pathOf(key)
    await rm(`${path}.json`, { force: true })
    await rm(path, { force: true })
  }

  /**
   * Returns the number of the owner's unfinished uploads, and the total size that they will have when they are
   * complete.
   */
  async measureUnfinished(owner: string) {
    const names = (await unlessMissing(readdir(join(this.#folder, owner)))) ?? []
    const ids = names.filter((name) => idPattern.test(name))
    const sizes = await Promise.all(ids.map((id) => this.#sizeOf({ owner, id })))
    return { count: ids.length, bytes: sizes.reduce((total, size) => total + size, 0) }
  }

  /** If a killed server left bytes without a description, returns the number of those bytes. */
  async #sizeOf(key: PartialUploadKey) {
    const upload = await this.find(key)
    return upload?.size ?? (await unlessMissing(stat(this.pathOf(key))))?.size ?? 0
  }

  /** Removes uploads that are older than the given time, and returns their number. */
  async removeOlder(before: Date) {
    let removed = 0
    for (const owner of (await unlessMissing(readdir(this.#folder))) ?? []) {
      const folder = join(this.#folder, owner)
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        if (await this.#removeIfOlder(folder, name, before)) removed += 1
      }
      // If the folder is not empty, rmdir fails and the folder stays.
      const changed = await unlessMissing(stat(folder))
      if (changed && changed.mtime < before) await rmdir(folder).catch(() => undefined)
    }
    return removed
  }

  /**
   * Removes a file that was last changed before the given time. Bytes that have a description are removed only with the
   * description.
   */
  async #removeIfOlder(folder: string, name: string, before: Date) {
    const [id = ''] = name.split('.', 1)
    const path = join(folder, id)
    const status = await unlessMissing(stat(join(folder, name)))
    if (!status || status.mtime >= before) return false
    if (idPattern.test(name) && (await unlessMissing(stat(`${path}.json`)))) return false
    await rm(join(folder, name), { force: true })
    if (name === `${id}.json`) await rm(path, { force: true })
    return true
  }

  /** Replaces the description atomically, so that no reader sees an incomplete one. */
  async #describe(path: string, upload: PartialUploadDescription) {
    const { size, metadata, createdAt, isStored } = upload
    const temporary = `${path}.${crypto.randomUUID()}`
    await writeFile(temporary, JSON.stringify({ size, metadata, createdAt, isStored }), {
      mode: 0o600,
    })
    await rename(temporary, `${path}.json`)
  }
}

async function copy(source: Readable, target: NodeJS.WritableStream, onBytes: () => void) {
  let size = 0
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  target.on('error', reject)
  for await (const chunk of source) {
    const bytes = z.instanceof(Buffer).parse(chunk)
    const written = new Promise<void>((resolve, fail) => {
      target.write(bytes, (error) => (error ? fail(error) : resolve()))
    })
    await Promise.race([written, failed])
    size += bytes.length
    onBytes()
  }
  return size
}
