// Pictures that were made to measure, on the disk of this machine: pictures/3f/3f2a…-96x96-cover-80.webp. They stand
// under the version of their file, so none is ever shown of another one; and what goes is made again.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { sync } from '../../disk/sync.ts'
import { treeOf } from '../../disk/tree.ts'
import { unlessMissing } from '../../disk/unless-missing.ts'
import { isVersion, type Part, type StoredFile } from '../../files/file-store.ts'

const mostBytes = 500_000_000
/** However small, a file has a block of the disk, and its name. */
const leastBytes = 4096
/** It is looked after each time that so much has come. */
const step = 0.1

export interface Place {
  version: string
  name: string
}

export class PictureCache {
  readonly #root: string
  readonly #mostBytes: number
  /** How much came since the last look; what lies there at the start is not known. */
  #came = Infinity

  constructor(dataFolder: string, most = mostBytes) {
    this.#root = join(dataFolder, 'pictures')
    this.#mostBytes = most
  }

  async sizeOf(place: Place): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#pathOf(place))))?.size
  }

  async open(place: Place, part: Part | undefined): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.#pathOf(place)))
    return handle?.createReadStream(part)
  }

  /** Takes a file of the same disk. */
  async keep(made: string, place: Place) {
    const { size } = await stat(made)
    const path = this.#pathOf(place)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await sync(made)
    await rename(made, path)
    this.#came += roomOf(size)
    if (this.#came > this.#mostBytes * step) await this.#removeOldest()
    return size
  }

  async remove(version: string) {
    const folder = this.#folderOf(version)
    const names = (await unlessMissing(readdir(folder))) ?? []
    for (const name of names.filter((one) => one.startsWith(version))) {
      await rm(join(folder, name), { force: true })
    }
  }

  /** The files that pictures were made of, by the youngest one. */
  async *list(): AsyncGenerator<StoredFile[]> {
    const found = new Map<string, StoredFile>()
    for (const { path, changedAt } of await this.#all()) {
      const version = path.slice(3, 39)
      const known = found.get(version)
      if (!known || known.changedAt < changedAt) found.set(version, { version, changedAt })
    }
    if (found.size > 0) yield [...found.values()]
  }

  async #removeOldest() {
    this.#came = 0
    const all = await this.#all()
    let bytes = all.reduce((sum, { size }) => sum + roomOf(size), 0)
    const oldestFirst = all.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime())
    for (const { path, size } of oldestFirst) {
      // Until the next look there is room for what comes.
      if (bytes <= this.#mostBytes * (1 - step)) return
      await rm(join(this.#root, path), { force: true })
      bytes -= roomOf(size)
    }
  }

  async #all() {
    const { files } = await treeOf(this.#root, (path) => form.test(path))
    const all: { path: string; size: number; changedAt: Date }[] = []
    for (const path of files) {
      const status = await unlessMissing(stat(join(this.#root, path)))
      if (status) all.push({ path, size: status.size, changedAt: status.mtime })
    }
    return all
  }

  #pathOf({ version, name }: Place) {
    return join(this.#folderOf(version), `${version}-${name}`)
  }

  #folderOf(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return join(this.#root, version.slice(0, 2))
  }
}

function roomOf(size: number) {
  return Math.max(size, leastBytes)
}

const form = /^[0-9a-f]{2}(?:\/[0-9a-f-]{36}-[^/]+)?$/u
