// Restores a data folder from a backup. Verifies each copied file, to detect damaged backups and failing disks. Then
// starts the database, verifies it, and stops it.
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { copyPrivately, hashFile, syncToDisk, unlessMissing } from '../file-system.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import type { Log } from '../log.ts'
import { chooseClusterPaths, type ClusterPaths } from '../postgres/embedded/cluster-paths.ts'
import { embeddedMajor } from '../postgres/embedded/postgres-version.ts'
import {
  markRestoreFinished,
  markRestoreUnfinished,
  type RowCounts,
  verifyCluster,
} from '../postgres/embedded/restore-cluster.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import {
  type BackupFile,
  damagedError,
  type Manifest,
  readFileList,
  readManifest,
} from './backup-manifest.ts'

interface RestoreOptions {
  backup: string
  dataFolder: string
  embeddedBin: string | undefined
  signal: AbortSignal
  log: Log
}

interface RestoredBackup extends RowCounts, Pick<Manifest, 'asOf' | 'bucket'> {}

export async function restoreBackup({
  backup,
  dataFolder,
  embeddedBin,
  signal,
  log,
}: RestoreOptions): Promise<RestoredBackup> {
  const manifest = await readManifest(backup)
  const files = await readFileList(backup, manifest)
  checkVersion(manifest)
  await checkIsEmpty(dataFolder)
  const paths = await chooseClusterPaths(dataFolder, (line) => log.warn(line), embeddedBin)
  await markRestoreUnfinished(dataFolder)
  try {
    await copyFiles({ ...manifest, files, backup, dataFolder, paths, signal })
    const rowCounts = await verifyCluster(paths, log)
    await markRestoreFinished(dataFolder)
    return { asOf: manifest.asOf, bucket: manifest.bucket, ...rowCounts }
  } catch (error) {
    await emptyDataFolder(dataFolder, paths)
    throw error
  }
}

function checkVersion({ postgres }: Manifest) {
  if (postgres === embeddedMajor) return
  throw new StartupFailure(
    `The backup is of PostgreSQL ${postgres}, and this release has ${embeddedMajor}, which cannot read it. ` +
      'Restore it with the release that made it.',
  )
}

async function checkIsEmpty(dataFolder: string) {
  const found = await unlessMissing(readdir(dataFolder))
  if (!found?.length) return
  throw new StartupFailure(
    `${dataFolder} is not empty. Name another folder, or stop its server and move its contents away.`,
  )
}

interface CopyOptions {
  folders: string[]
  files: BackupFile[]
  backup: string
  dataFolder: string
  paths: ClusterPaths
  signal: AbortSignal
}

async function copyFiles({ folders, files, backup, dataFolder, paths, signal }: CopyOptions) {
  const targetOf = (path: string) =>
    isDatabase(path) ? join(paths.cluster, relative('database', path)) : join(dataFolder, path)
  const setOwner = (path: string) =>
    paths.user && isDatabase(path)
      ? chown(targetOf(path), paths.user.uid, paths.user.gid)
      : undefined

  for (const path of folders) {
    await mkdir(targetOf(path), { mode: 0o700 })
    await setOwner(path)
  }
  await forEachConcurrently(files, signal, async ({ path, checksum }) => {
    const target = targetOf(path)
    if (!(await copyVerified(join(backup, path), target, checksum))) throw damagedError(path)
    await syncToDisk(target)
    await setOwner(path)
  })
  for (const path of folders) await syncToDisk(targetOf(path))
}

const isDatabase = (path: string) => path === 'database' || path.startsWith('database/')

/** Copies a file. Resolves with false if the file is missing or the copy has another checksum. */
async function copyVerified(from: string, to: string, checksum: string) {
  await unlessMissing(copyPrivately(from, to))
  return (await unlessMissing(hashFile(to))) === checksum
}

/** Empties the folder, so that the restore can be tried again. */
async function emptyDataFolder(dataFolder: string, { cluster }: ClusterPaths) {
  await rm(cluster, { recursive: true, force: true })
  for (const name of await readdir(dataFolder)) {
    await rm(join(dataFolder, name), { recursive: true, force: true })
  }
}
