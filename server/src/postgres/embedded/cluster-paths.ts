// Chooses the paths of PostgreSQL's programs and files. If PostgreSQL's user cannot enter the usual folders, a folder
// below /var/lib is used.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
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
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { findBinaries, versionOf } from './binaries.ts'
import { checkPrograms } from './other-build.ts'

const fallbackFolder = '/var/lib/mendwell'

export interface ClusterPaths {
  /** The folder that contains initdb and postgres. */
  bin: string
  /** PostgreSQL's data folder, which initdb creates. */
  cluster: string
  /** The user that PostgreSQL runs as, or undefined for the user of this process. */
  user: OsUser | undefined
}

interface OsUser {
  uid: number
  gid: number
}

export async function chooseClusterPaths(
  dataFolder: string,
  warn: (line: string) => void,
  otherBin?: string,
): Promise<ClusterPaths> {
  const user = findPostgresUser()
  // The user that runs PostgreSQL must be able to enter this folder. The files inside have stricter permissions.
  await mkdir(dataFolder, { recursive: true, mode: user ? 0o711 : 0o700 })
  const folder = await realpath(dataFolder)
  const bin = otherBin ?? (await findPackagedPrograms(user))
  if (otherBin !== undefined) await checkPrograms(otherBin, user)
  const cluster = await findClusterFolder(folder, user)
  if (cluster.startsWith(fallbackFolder)) {
    warn(`${folder} is closed to the user that runs PostgreSQL: its files are kept in ${cluster}.`)
  }
  return { bin, cluster, user }
}

async function findPackagedPrograms(user: OsUser | undefined) {
  const native = await findBinaries()
  return join(canReach(user, native) ? native : await copyPrograms(native), 'bin')
}

/** A symlink leads to a cluster outside of the data folder, so that the data folder can be moved. */
async function findClusterFolder(folder: string, user: OsUser | undefined) {
  const cluster = join(folder, 'postgres')
  const found = await lstat(cluster).catch(() => undefined)
  if (found?.isSymbolicLink()) return resolve(folder, await readlink(cluster))
  if (found || canReach(user, folder)) return cluster
  await mkdir(fallbackFolder, { recursive: true, mode: 0o711 })
  const parent = await mkdtemp(join(fallbackFolder, 'data-'))
  await chmod(parent, 0o711)
  const fallback = join(parent, 'postgres')
  await symlink(fallback, cluster)
  return fallback
}

async function copyPrograms(native: string) {
  const copy = join(fallbackFolder, `programs-${await versionOf(native)}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}-${process.pid}`
  await mkdir(fallbackFolder, { recursive: true, mode: 0o711 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await promisify(execFile)('chmod', ['-R', 'go+rX', unfinished])
  // If another server has already made the copy, that copy is used.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  return copy
}

/** Returns an ordinary user if this process runs as root, because PostgreSQL refuses to run as root. */
export function findPostgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user) {
    throw new StartupFailure(
      'PostgreSQL must not run as root, and there is no user postgres or nobody to run it as. ' +
        'Start Mendwell as an ordinary user.',
    )
  }
  return user
}

function findUser(name: string): OsUser | undefined {
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

/** Returns whether the user may enter the folder and all of its parents. */
function canReach(user: OsUser | undefined, folder: string): boolean {
  if (!user) return true
  const { mode, uid, gid } = statSync(folder)
  const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  const parent = dirname(folder)
  return (mode & executeBit) !== 0 && (parent === folder || canReach(user, parent))
}
