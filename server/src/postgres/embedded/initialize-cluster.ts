// Creates an empty cluster under a temporary name, so that a killed start leaves no incomplete cluster.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import type { ClusterPaths } from './cluster-paths.ts'

const localeOptions = [
  '-E',
  'UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/** Connections need no password, because only the owner of the socket's folder can reach the socket. */
const hbaRules = 'local all all trust\n'

export async function initializeCluster(
  { bin, cluster, user }: ClusterPaths,
  locale = localeOptions,
) {
  if (existsSync(cluster)) return
  const unfinished = `${cluster}.unfinished-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  if (user) await chown(unfinished, user.uid, user.gid)
  try {
    const options = ['-D', unfinished, '-U', 'postgres', '-A', 'trust', ...locale]
    await promisify(execFile)(join(bin, 'initdb'), options, { cwd: '/', ...user })
    await writeFile(join(unfinished, 'pg_hba.conf'), hbaRules)
    await rename(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // If another server has already created the cluster, that cluster is used.
    if (existsSync(cluster)) return
    throw new StartupFailure(`Making the database in ${cluster} failed: ${reasonOf(error)}`)
  }
}

/** Returns only the error line of initdb, because initdb prints many other lines. */
function reasonOf(error: unknown) {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = text.split('\n').filter((line) => /error:|FATAL:/.test(line))
  return lines.at(-1) ?? messageOf(error)
}
