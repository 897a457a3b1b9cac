// Makes sure that only one server owns a data folder. A database connection holds the lock, so the lock ends with the
// process.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'

const key = '4711, 1'
const namePrefix = 'mendwell, pid '

export class AlreadyRunningError extends StartupFailure {
  /** Settings for a connection to the database that the other server owns. */
  readonly connection: ClientConfig

  constructor(message: string, connection: ClientConfig) {
    super(message)
    this.connection = connection
  }
}

interface OwnershipOptions {
  dataFolder: string
  /** True if another process started the database, and must get the chance to take the lock first. */
  isAdopted: boolean
}

/** Connects and takes the lock, which is held until the connection ends. */
export async function takeOwnership(
  connection: ClientConfig,
  { dataFolder, isAdopted }: OwnershipOptions,
) {
  const client = new Client({ ...connection, application_name: namePrefix + process.pid })
  client.on('error', () => undefined)
  await client.connect()
  let owner = await ownerOf(client)
  if (isAdopted && owner === undefined) await sleep(200)
  // A server that was just killed may hold the lock for a few more milliseconds.
  for (let tries = 0; tries < 5; tries += 1) {
    if (await tryLock(client)) return client
    owner = await ownerOf(client)
    // A killed process counts as alive until its parent has noticed the end, so the first check is ignored.
    if (tries > 0 && owner !== undefined && isAlive(Number(owner))) break
    await sleep(100)
  }
  await client.end()
  throw new AlreadyRunningError(explainOwner(dataFolder, owner), connection)
}

export function explainOwner(dataFolder: string, owner = 'unknown') {
  return (
    `Mendwell is already running on ${dataFolder} with pid ${owner}. ` +
    'Stop it first, or set DATA_DIR to another folder.'
  )
}

async function tryLock(client: Client) {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${key}) as taken`,
  )
  return rows[0]?.taken === true
}

/** Resolves with the pid of the server that holds the lock. */
export async function ownerOf(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and (l.classid, l.objid) = (${key})`,
  )
  return rows[0]?.name.slice(namePrefix.length)
}

/** Returns true if a process with this id runs on this machine, even if it belongs to another user. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
