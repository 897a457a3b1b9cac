// Manages the local folder for files that are still being received, also for the S3 store.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../file-system.ts'

export class IncomingFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  newPath() {
    return join(this.#folder, randomUUID())
  }

  async removeOlder(before: Date) {
    let removed = 0
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const status = await unlessMissing(stat(path))
      if (!status || status.mtime >= before) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }
}

export async function openIncomingFolder(dataFolder: string) {
  const folder = join(dataFolder, 'files', '.incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return new IncomingFolder(folder)
}
