// Files in a folder, 256 folders of them: files/3f/3f2a….
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { sync } from '../disk/sync.ts'
import { unlessMissing } from '../disk/unless-missing.ts'
import { type FileStore, isVersion, type Part, type StoredFile } from './file-store.ts'

const inFolder = 'files'
const incomingFolder = '.incoming'

export async function openFolderStore(dataFolder: string): Promise<FileStore> {
  const root = join(dataFolder, inFolder)
  await mkdir(join(root, incomingFolder), { recursive: true, mode: 0o700 })
  return new FolderStore(root)
}

class FolderStore implements FileStore {
  readonly #root: string
  readonly #incoming: string

  constructor(root: string) {
    this.#root = root
    this.#incoming = join(root, incomingFolder)
  }

  incoming() {
    return join(this.#incoming, randomUUID())
  }

  async keep(path: string, version: string) {
    const place = this.#placeOf(version)
    const folder = dirname(place)
    await sync(path)
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(this.#root)
    await rename(path, place)
    await sync(folder)
  }

  async open(version: string, part?: Part): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.#placeOf(version)))
    return handle?.createReadStream(part)
  }

  async has(version: string) {
    return (await unlessMissing(stat(this.#placeOf(version)))) !== undefined
  }

  async remove(version: string) {
    await rm(this.#placeOf(version), { force: true })
  }

  async *list(): AsyncGenerator<StoredFile[]> {
    const folders = (await readdir(this.#root)).filter((name) => /^[0-9a-f]{2}$/u.test(name))
    for (const folder of folders) {
      const names = (await readdir(join(this.#root, folder))).filter(isVersion)
      const found: StoredFile[] = []
      for (const version of names) {
        const status = await unlessMissing(stat(this.#placeOf(version)))
        if (status) found.push({ version, changedAt: status.mtime })
      }
      if (found.length > 0) yield found
    }
  }

  async removeIncoming(before: Date) {
    let removed = 0
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name)
      const status = await unlessMissing(stat(path))
      if (!status || status.mtime >= before) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  #placeOf(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return join(this.#root, version.slice(0, 2), version)
  }
}
