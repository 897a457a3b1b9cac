// Bytes on their way, in a folder of this machine, whatever they are kept in afterwards.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../disk/unless-missing.ts'

export class Incoming {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  path() {
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

export async function openIncoming(dataFolder: string) {
  const folder = join(dataFolder, 'files', '.incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return new Incoming(folder)
}
