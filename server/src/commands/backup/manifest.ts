// What makes a folder a backup: its manifest, written last. It names the list of checksums by its own, and that list
// names every file; `sha256sum -c` reads it too.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hashFile, listTree, syncToDisk, unlessMissing } from '../../file-system.ts'
import { forEachConcurrently } from '../../for-each-concurrently.ts'
import { version } from '../../manifest.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'

const manifestFile = 'backup.json'
const listFile = 'checksums.sha256'

const manifest = z.object({
  /** Another number, should another release need another form. */
  form: z.literal(1),
  release: z.string(),
  /** PostgreSQL's major version: another one cannot read these files. */
  postgres: z.number(),
  /** All that was committed by then is there. */
  asOf: z.iso.datetime(),
  /** Without what a file implies, a tool that copies the backup may leave empty ones out. */
  folders: z.array(z.string().refine(isBelow)),
  /** The checksum of the list of checksums. */
  checksums: z.string(),
  /** Where its files are, if not in it. */
  bucket: z.string().optional(),
})

export type Manifest = z.infer<typeof manifest>

export type Copied = Pick<Manifest, 'postgres' | 'asOf' | 'bucket'>

export interface Entry {
  path: string
  checksum: string
}

/** Makes everything in the folder safe on disk, and says what is there. */
export async function seal(folder: string, copied: Copied, signal: AbortSignal) {
  const { folders, files } = await listTree(folder, () => true)
  const lines: string[] = []
  await forEachConcurrently(files, signal, async (path) => {
    await syncToDisk(join(folder, path))
    lines.push(`${await hashFile(join(folder, path))}  ${path}\n`)
  })
  for (const path of folders) await syncToDisk(join(folder, path))
  await writeSafely(join(folder, listFile), lines.toSorted().join(''))
  const checksums = await hashFile(join(folder, listFile))
  const content: Manifest = { form: 1, release: version, ...copied, folders, checksums }
  await writeSafely(join(folder, manifestFile), `${JSON.stringify(content, null, 2)}\n`)
  await syncToDisk(folder)
  return files.length
}

function writeSafely(path: string, text: string) {
  return writeFile(path, text, { mode: 0o600, flush: true })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await unlessMissing(readFile(join(folder, manifestFile), 'utf8'))
  if (text === undefined) {
    throw new StartupFailure(`${folder} is no complete backup: it has no ${manifestFile}.`)
  }
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new StartupFailure(
      `${join(folder, manifestFile)} cannot be read: it is damaged, or of a newer release.`,
    )
  }
}

const line = /^([0-9a-f]{64}) {2}(.+)$/u

/** Every file of the backup. */
export async function readEntries(folder: string, { checksums }: Manifest): Promise<Entry[]> {
  const path = join(folder, listFile)
  if ((await unlessMissing(hashFile(path))) !== checksums) throw damaged(listFile)
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  return lines.map((text) => {
    const [, checksum = '', file = ''] = line.exec(text) ?? []
    if (!isBelow(file)) throw damaged(listFile)
    return { path: file, checksum }
  })
}

/** A path that leads out of the backup would be written outside of the data folder. */
function isBelow(path: string) {
  return path.split('/').every((name) => !['', '.', '..'].includes(name))
}

export function damaged(path: string) {
  return new StartupFailure(
    `The backup is damaged: ${path} is missing or not what it was. Take another backup.`,
  )
}
