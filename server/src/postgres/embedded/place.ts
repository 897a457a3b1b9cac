// Where the embedded PostgreSQL's programs and files live. Normally in the packages and in the data
// folder; where its user cannot reach those (root's own folders), in a shelter below /var/lib.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries, versionOf } from './binaries.ts'
import { canReach, type OsUser, postgresUser } from './os-user.ts'

const shelters = '/var/lib/mendwell'

export interface Place {
  /** The folder of the programs initdb and postgres. */
  bin: string
  /** PostgreSQL's own data folder; absent until it has been made. */
  cluster: string
  user: OsUser | undefined
}

export async function choosePlace(dataFolder: string, say: (line: string) => void): Promise<Place> {
  const user = postgresUser()
  // Others may pass through to the cluster below it; each thing inside has its own lock.
  await mkdir(dataFolder, { recursive: true, mode: user ? 0o711 : 0o700 })
  const folder = await realpath(dataFolder)
  const native = await findBinaries()
  const programs = canReach(user, native) ? native : await copyOnce(native)
  const cluster = await clusterIn(folder, user)
  if (cluster.startsWith(shelters)) {
    say(`${folder} is closed to the user that runs PostgreSQL: its files are kept in ${cluster}.`)
  }
  return { bin: join(programs, 'bin'), cluster, user }
}

/**
 * The data folder keeps a link to a sheltered cluster, so that it is found after a move too. Without the
 * link it is not found: a data folder that was deleted begins anew.
 */
async function clusterIn(folder: string, user: OsUser | undefined) {
  const cluster = join(folder, 'postgres')
  const found = await lstat(cluster).catch(() => undefined)
  if (found?.isSymbolicLink()) return resolve(folder, await readlink(cluster))
  if (found || canReach(user, folder)) return cluster
  await mkdir(shelters, { recursive: true, mode: 0o711 })
  const shelter = await mkdtemp(join(shelters, 'data-'))
  await chmod(shelter, 0o711)
  const sheltered = join(shelter, 'postgres')
  await symlink(sheltered, cluster)
  return sheltered
}

async function copyOnce(native: string) {
  const copy = join(shelters, `programs-${await versionOf(native)}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}-${process.pid}`
  await mkdir(shelters, { recursive: true, mode: 0o711 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await promisify(execFile)('chmod', ['-R', 'go+rX', unfinished])
  // Another start may have been quicker: its copy is as good.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  return copy
}
