// Checks the PostgreSQL build in EMBEDDED_BIN, which must read the data folder exactly as the packaged PostgreSQL does.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { embeddedMajor, parseVersion } from './postgres-version.ts'

export interface DatabaseLocale {
  /** The provider as PostgreSQL stores it: b is built in, c is the C library, i is ICU. */
  provider: string
  /** The version of the collation at the time when the database was created. */
  recordedVersion: string | null
  /** The version of the collation in the running PostgreSQL. */
  actualVersion: string | null
}

const ownProvider = 'b'

/** Refuses a folder that does not exist, has no usable programs, or has another major version. */
export async function checkPrograms(bin: string, user: { uid: number; gid: number } | undefined) {
  for (const program of ['postgres', 'initdb']) {
    if (existsSync(join(bin, program))) continue
    throw new StartupFailure(`EMBEDDED_BIN is not usable: there is no ${join(bin, program)}.`)
  }
  const { major } = parseVersion(await askVersion(bin, user))
  if (major === embeddedMajor) return
  throw new StartupFailure(
    `EMBEDDED_BIN has PostgreSQL ${major}, and the data folder needs ${embeddedMajor}. ` +
      'Name a build of that version, or use DATABASE_URL.',
  )
}

async function askVersion(bin: string, user: { uid: number; gid: number } | undefined) {
  try {
    const options = { cwd: '/', ...user }
    return (await promisify(execFile)(join(bin, 'postgres'), ['--version'], options)).stdout
  } catch (error) {
    const [line = ''] = messageOf(error).trim().split('\n').slice(-1)
    throw new StartupFailure(
      `EMBEDDED_BIN is not usable: the user that runs PostgreSQL cannot run it: ${line}`,
    )
  }
}

/** Refuses a build that sorts text differently, because the existing indexes in the data folder would then be wrong. */
export async function checkLocale(connection: ClientConfig) {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<DatabaseLocale>(
      `select datlocprovider as provider, datcollversion as "recordedVersion",
        pg_database_collation_actual_version(oid) as "actualVersion"
      from pg_database where datname = current_database()`,
    )
    const problem = rows[0] && explainLocaleMismatch(rows[0])
    if (problem) throw new StartupFailure(problem)
  } finally {
    await client.end()
  }
}

/** Returns the reason why the data folder cannot be used with this build, or undefined if it can. */
export function explainLocaleMismatch({
  provider,
  recordedVersion,
  actualVersion,
}: DatabaseLocale) {
  if (provider !== ownProvider) {
    return (
      `EMBEDDED_BIN cannot be used: the data folder has the locale provider ${provider} instead of ${ownProvider}. ` +
      'Unset it, or move the data to DATABASE_URL.'
    )
  }
  if (recordedVersion === actualVersion) return undefined
  return (
    `EMBEDDED_BIN cannot be used: its collations have version ${actualVersion ?? 'none'}, and the data folder has ` +
    `${recordedVersion ?? 'none'}. Unset it, or move the data to DATABASE_URL.`
  )
}
