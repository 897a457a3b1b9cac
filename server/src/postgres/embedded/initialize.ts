// Makes an empty cluster. It is built aside and renamed, so that a killed start leaves nothing
// half-made under the real name.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { messageOf } from '../../message-of.ts'
import type { Place } from './place.ts'

const encoding = [
  '-E',
  'UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

// The socket lies in a folder that nobody else may enter: whoever gets there is let in.
const accessRules = 'local all all trust\n'

export async function initializeCluster({ bin, cluster, user }: Place, locale = encoding) {
  if (existsSync(cluster)) return
  const unfinished = `${cluster}.unfinished-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  if (user) await chown(unfinished, user.uid, user.gid)
  try {
    const options = ['-D', unfinished, '-U', 'postgres', '-A', 'trust', ...locale]
    await promisify(execFile)(join(bin, 'initdb'), options, { cwd: '/', ...user })
    await writeFile(join(unfinished, 'pg_hba.conf'), accessRules)
    await rename(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another start may have been quicker: its cluster is as good.
    if (existsSync(cluster)) return
    throw new StartupFailure(`Making the database in ${cluster} failed: ${reasonOf(error)}`)
  }
}

/** initdb says what went wrong in a line with "error:" or "FATAL:", among many others. */
function reasonOf(error: unknown) {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = text.split('\n').filter((line) => /error:|FATAL:/.test(line))
  return lines.at(-1) ?? messageOf(error)
}
