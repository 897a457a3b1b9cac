// A data folder from a backup. Each file is looked at after it was copied, so that neither a damaged backup nor a
// failing disk goes unnoticed; then the database is brought up once, and stopped.
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { bringUpCopy, type Counted } from '../../postgres/embedded/bring-up-copy.ts'
import { majorVersion } from '../../postgres/embedded/binaries.ts'
import { choosePlace, type Place } from '../../postgres/embedded/place.ts'
import { markFinished, markUnfinished } from '../../postgres/embedded/unfinished-restore.ts'
import { copyPrivately, hashFile, syncToDisk, unlessMissing } from '../../file-system.ts'
import { forEachConcurrently } from '../../for-each-concurrently.ts'
import type { Log } from '../../log.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { damaged, readEntries, readManifest, type Entry, type Manifest } from './manifest.ts'

interface Wanted {
  backup: string
  dataFolder: string
  signal: AbortSignal
  log: Log
}

interface Restored extends Counted, Pick<Manifest, 'asOf' | 'bucket'> {}

export async function restoreBackup({
  backup,
  dataFolder,
  signal,
  log,
}: Wanted): Promise<Restored> {
  const manifest = await readManifest(backup)
  const entries = await readEntries(backup, manifest)
  await checkVersion(manifest)
  await checkIsEmpty(dataFolder)
  const place = await choosePlace(dataFolder, (words) => log.warn(words))
  await markUnfinished(dataFolder)
  try {
    await copyBack({ ...manifest, entries, backup, dataFolder, place, signal })
    const counted = await bringUpCopy(place, log)
    await markFinished(dataFolder)
    return { asOf: manifest.asOf, bucket: manifest.bucket, ...counted }
  } catch (error) {
    await leaveEmpty(dataFolder, place)
    throw error
  }
}

async function checkVersion({ postgres }: Manifest) {
  const ours = await majorVersion()
  if (postgres === ours) return
  throw new StartupFailure(
    `The backup is of PostgreSQL ${postgres}, and this release has ${ours}, which cannot read it. ` +
      'Restore it with the release that made it.',
  )
}

async function checkIsEmpty(dataFolder: string) {
  const found = await unlessMissing(readdir(dataFolder))
  if (!found?.length) return
  throw new StartupFailure(
    `${dataFolder} is not empty. Name another folder, or stop its server and move what is there away.`,
  )
}

interface Copying {
  folders: string[]
  entries: Entry[]
  backup: string
  dataFolder: string
  place: Place
  signal: AbortSignal
}

async function copyBack({ folders, entries, backup, dataFolder, place, signal }: Copying) {
  const owned = (path: string) =>
    place.user && isDatabase(path)
      ? chown(placeOf(path), place.user.uid, place.user.gid)
      : undefined
  const placeOf = (path: string) =>
    isDatabase(path) ? join(place.cluster, relative('database', path)) : join(dataFolder, path)

  for (const path of folders) {
    await mkdir(placeOf(path), { mode: 0o700 })
    await owned(path)
  }
  await forEachConcurrently(entries, signal, async ({ path, checksum }) => {
    const to = placeOf(path)
    if (!(await isCopied(join(backup, path), to, checksum))) throw damaged(path)
    await syncToDisk(to)
    await owned(path)
  })
  for (const path of folders) await syncToDisk(placeOf(path))
}

const isDatabase = (path: string) => path === 'database' || path.startsWith('database/')

async function isCopied(from: string, to: string, checksum: string) {
  await unlessMissing(copyPrivately(from, to))
  return (await unlessMissing(hashFile(to))) === checksum
}

/** As it was found: the same restore can be tried again. */
async function leaveEmpty(dataFolder: string, { cluster }: Place) {
  await rm(cluster, { recursive: true, force: true })
  for (const name of await readdir(dataFolder)) {
    await rm(join(dataFolder, name), { recursive: true, force: true })
  }
}
