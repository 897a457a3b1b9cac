// Keeps files in a folder with 256 subfolders: files/3f/3f2a….
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { linkOrCopy, listTree, syncToDisk, unlessMissing } from '../file-system.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { type FileStore, isVersion, type OpenOptions, type StoredFile } from './file-store.ts'
import { type IncomingFolder, openIncomingFolder } from './incoming-folder.ts'

const filesFolder = 'files'

export async function openFolderStore(dataFolder: string): Promise<FileStore> {
  const incoming = await openIncomingFolder(dataFolder)
  return new FolderStore(join(dataFolder, filesFolder), incoming)
}

class FolderStore implements FileStore {
  readonly #root: string
  readonly #incoming: IncomingFolder

  constructor(root: string, incoming: IncomingFolder) {
    this.#root = root
    this.#incoming = incoming
  }

  incomingPath() {
    return this.#incoming.newPath()
  }

  removeIncoming(before: Date) {
    return this.#incoming.removeOlder(before)
  }

  async store(path: string, version: string) {
    const target = this.#pathOf(version)
    const folder = dirname(target)
    await syncToDisk(path)
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncToDisk(this.#root)
    await rename(path, target)
    await syncToDisk(folder)
  }

  async open(version: string, { range: part }: OpenOptions): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.#pathOf(version)))
    return handle?.createReadStream(part)
  }

  async findMissing(versions: readonly string[]) {
    const missing: string[] = []
    for (const version of versions) {
      if (!(await unlessMissing(stat(this.#pathOf(version))))) missing.push(version)
    }
    return missing
  }

  async remove(version: string) {
    await rm(this.#pathOf(version), { force: true })
  }

  async *list(): AsyncGenerator<StoredFile[]> {
    const folders = (await readdir(this.#root)).filter((name) => /^[0-9a-f]{2}$/u.test(name))
    for (const folder of folders) {
      const names = (await readdir(join(this.#root, folder))).filter(isVersion)
      const found: StoredFile[] = []
      for (const version of names) {
        const status = await unlessMissing(stat(this.#pathOf(version)))
        if (status) found.push({ version, changedAt: status.mtime })
      }
      if (found.length > 0) yield found
    }
  }

  #pathOf(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return join(this.#root, version.slice(0, 2), version)
  }
}

/** Links or copies all stored files, but no incoming ones, into another folder with the same layout. */
export async function copyFolderStore(dataFolder: string, to: string, signal: AbortSignal) {
  const [source, copy] = [join(dataFolder, filesFolder), join(to, filesFolder)]
  const { folders, files } = await listTree(source, (path) =>
    /^[0-9a-f]{2}(?:\/[^.]+)?$/u.test(path),
  )
  await mkdir(copy, { mode: 0o700 })
  for (const folder of folders) await mkdir(join(copy, folder), { mode: 0o700 })
  // A file that disappears after it was listed has no row in the backup, so it can be skipped.
  await forEachConcurrently(files, signal, async (file) => {
    await unlessMissing(linkOrCopy(join(source, file), join(copy, file)))
  })
}
