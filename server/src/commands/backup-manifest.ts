// Writes and checks the manifest of a backup. The manifest is written last, so a backup without a manifest is
// incomplete. The manifest contains the checksum of checksums.sha256, which lists the checksum of every file. Operators
// can also check the list with `sha256sum -c`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hashFile, listTree, syncToDisk, unlessMissing } from '../file-system.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { version } from '../manifest.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

const manifestFile = 'backup.json'
const listFile = 'checksums.sha256'

const manifestSchema = z.object({
  /** The version of the manifest's format. */
  form: z.literal(1),
  release: z.string(),
  /** The major version of PostgreSQL. Other major versions cannot read the database files. */
  postgres: z.number(),
  /** The backup contains everything that was committed before this time. */
  asOf: z.iso.datetime(),
  /** All folders of the backup. The manifest lists them, because some copy tools leave out empty folders. */
  folders: z.array(z.string().refine(isRelativePath)),
  /** The checksum of the file checksums.sha256. */
  checksums: z.string(),
  /** The bucket that contains the uploaded files. It is undefined if the backup contains the files. */
  bucket: z.string().optional(),
})

export type Manifest = z.infer<typeof manifestSchema>

export type BackupContents = Pick<Manifest, 'postgres' | 'asOf' | 'bucket'>

export interface BackupFile {
  path: string
  checksum: string
}

/** Syncs all files to disk, then writes the checksums and the manifest. Resolves with the number of files. */
export async function sealBackup(folder: string, contents: BackupContents, signal: AbortSignal) {
  const { folders, files } = await listTree(folder, () => true)
  const lines: string[] = []
  await forEachConcurrently(files, signal, async (path) => {
    await syncToDisk(join(folder, path))
    lines.push(`${await hashFile(join(folder, path))}  ${path}\n`)
  })
  for (const path of folders) await syncToDisk(join(folder, path))
  await writeDurably(join(folder, listFile), lines.toSorted().join(''))
  const checksums = await hashFile(join(folder, listFile))
  const manifest: Manifest = { form: 1, release: version, ...contents, folders, checksums }
  await writeDurably(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
  await syncToDisk(folder)
  return files.length
}

function writeDurably(path: string, text: string) {
  return writeFile(path, text, { mode: 0o600, flush: true })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await unlessMissing(readFile(join(folder, manifestFile), 'utf8'))
  if (text === undefined) {
    throw new StartupFailure(`${folder} is not a complete backup: it has no ${manifestFile}.`)
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new StartupFailure(
      `${join(folder, manifestFile)} cannot be read: it is damaged, or of a newer release.`,
    )
  }
}

const checksumLine = /^([0-9a-f]{64}) {2}(.+)$/u

export async function readFileList(folder: string, { checksums }: Manifest): Promise<BackupFile[]> {
  const path = join(folder, listFile)
  if ((await unlessMissing(hashFile(path))) !== checksums) throw damagedError(listFile)
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  return lines.map((text) => {
    const [, checksum = '', file = ''] = checksumLine.exec(text) ?? []
    if (!isRelativePath(file)) throw damagedError(listFile)
    return { path: file, checksum }
  })
}

/**
 * Returns whether the path stays inside the backup. With any other path, a restore could write outside of the data
 * folder.
 */
function isRelativePath(path: string) {
  return path.split('/').every((name) => !['', '.', '..'].includes(name))
}

export function damagedError(path: string) {
  return new StartupFailure(
    `The backup is damaged: ${path} is missing or changed. Take another backup.`,
  )
}
