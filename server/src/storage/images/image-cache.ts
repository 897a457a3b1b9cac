// Caches image variants on the local disk: pictures/3f/3f2a…-96x96-cover-80.webp. The name starts with the version of
// the original file, so a replaced file gets new variants.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { listTree, syncToDisk, unlessMissing } from '../../file-system.ts'
import { isVersion, type ByteRange, type StoredFile } from '../../files/file-store.ts'

const defaultMaxBytes = 500_000_000
/** The size of a disk block, which even a tiny file takes. */
const blockBytes = 4096
/** After new files have filled this share of the cache, an eviction removes old files until this share is free. */
const evictionShare = 0.1

export interface ImageCacheKey {
  version: string
  name: string
}

export class ImageCache {
  readonly #root: string
  readonly #maxBytes: number
  /** Infinity makes the first new file trigger an eviction, because the size of the cache is unknown. */
  #bytesSinceEviction = Infinity

  constructor(dataFolder: string, maxBytes = defaultMaxBytes) {
    this.#root = join(dataFolder, 'pictures')
    this.#maxBytes = maxBytes
  }

  async sizeOf(key: ImageCacheKey): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#pathOf(key))))?.size
  }

  async open(key: ImageCacheKey, range: ByteRange | undefined): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.#pathOf(key)))
    return handle?.createReadStream(range)
  }

  /** Moves a file, which must be on the same disk, into the cache and resolves to its size. */
  async store(from: string, key: ImageCacheKey) {
    const { size } = await stat(from)
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await syncToDisk(from)
    await rename(from, path)
    this.#bytesSinceEviction += diskSpaceOf(size)
    if (this.#bytesSinceEviction > this.#maxBytes * evictionShare) await this.#evictOldest()
    return size
  }

  async remove(version: string) {
    const folder = this.#folderOf(version)
    const names = (await unlessMissing(readdir(folder))) ?? []
    for (const name of names.filter((one) => one.startsWith(version))) {
      await rm(join(folder, name), { force: true })
    }
  }

  /** Lists the versions that have variants, each with the time of its newest variant. */
  async *list(): AsyncGenerator<StoredFile[]> {
    const found = new Map<string, StoredFile>()
    for (const { path, changedAt } of await this.#listAll()) {
      const version = path.slice(3, 39)
      const known = found.get(version)
      if (!known || known.changedAt < changedAt) found.set(version, { version, changedAt })
    }
    if (found.size > 0) yield [...found.values()]
  }

  async #evictOldest() {
    this.#bytesSinceEviction = 0
    const all = await this.#listAll()
    let bytes = all.reduce((sum, { size }) => sum + diskSpaceOf(size), 0)
    const oldestFirst = all.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime())
    for (const { path, size } of oldestFirst) {
      if (bytes <= this.#maxBytes * (1 - evictionShare)) return
      await rm(join(this.#root, path), { force: true })
      bytes -= diskSpaceOf(size)
    }
  }

  async #listAll() {
    const { files } = await listTree(this.#root, (path) => cachedPath.test(path))
    const all: { path: string; size: number; changedAt: Date }[] = []
    for (const path of files) {
      const status = await unlessMissing(stat(join(this.#root, path)))
      if (status) all.push({ path, size: status.size, changedAt: status.mtime })
    }
    return all
  }

  #pathOf({ version, name }: ImageCacheKey) {
    return join(this.#folderOf(version), `${version}-${name}`)
  }

  #folderOf(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return join(this.#root, version.slice(0, 2))
  }
}

function diskSpaceOf(size: number) {
  return Math.max(size, blockBytes)
}

const cachedPath = /^[0-9a-f]{2}(?:\/[0-9a-f-]{36}-[^/]+)?$/u
