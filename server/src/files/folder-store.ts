// Files in a folder, 256 folders of them: files/3f/3f2a….
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { sync } from '../disk/sync.ts'
import { unlessMissing } from '../disk/unless-missing.ts'
import { type FileStore, isVersion, type StoredFile, type Wanted } from './file-store.ts'
import { type Incoming, openIncoming } from './incoming.ts'

const inFolder = 'files'

export async function openFolderStore(dataFolder: string): Promise<FileStore> {
  const incoming = await openIncoming(dataFolder)
  return new FolderStore(join(dataFolder, inFolder), incoming)
}

class FolderStore implements FileStore {
  readonly #root: string
  readonly #incoming: Incoming

  constructor(root: string, incoming: Incoming) {
    this.#root = root
    this.#incoming = incoming
  }

  incoming() {
    return this.#incoming.path()
  }

  removeIncoming(before: Date) {
    return this.#incoming.removeOlder(before)
  }

  async keep(path: string, version: string) {
    const place = this.#placeOf(version)
    const folder = dirname(place)
    await sync(path)
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(this.#root)
    await rename(path, place)
    await sync(folder)
  }

  async open(version: string, { part }: Wanted): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.#placeOf(version)))
    return handle?.createReadStream(part)
  }

  async missing(versions: readonly string[]) {
    const missing: string[] = []
    for (const version of versions) {
      if (!(await unlessMissing(stat(this.#placeOf(version))))) missing.push(version)
    }
    return missing
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

  #placeOf(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return join(this.#root, version.slice(0, 2), version)
  }
}
