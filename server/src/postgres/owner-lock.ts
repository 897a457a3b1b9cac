// One server owns a data folder. The lock is held by a connection to its database, so it ends with
// the process, however that ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { StartupFailure } from '../startup/startup-failure.ts'

const key = '4711, 1'
const namePrefix = 'mendwell, pid '

export class AlreadyRunning extends StartupFailure {
  /** To the database that the other one owns. */
  readonly connection: ClientConfig

  constructor(message: string, connection: ClientConfig) {
    super(message)
    this.connection = connection
  }
}

/** Connects and takes the lock; the connection is the lock. */
export async function takeOwnership(connection: ClientConfig, dataFolder: string) {
  const client = new Client({ ...connection, application_name: namePrefix + process.pid })
  client.on('error', () => undefined)
  await client.connect()
  // A server that was just killed may hold it for some milliseconds more.
  for (let tries = 0; tries < 5; tries += 1) {
    if (await tryLock(client)) return client
    await sleep(100)
  }
  const owner = await ownerOf(client)
  await client.end()
  throw new AlreadyRunning(
    `Mendwell is already running on ${dataFolder} with pid ${owner}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
    connection,
  )
}

async function tryLock(client: Client) {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${key}) as taken`,
  )
  return rows[0]?.taken === true
}

async function ownerOf(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and (l.classid, l.objid) = (${key})`,
  )
  return rows[0]?.name.slice(namePrefix.length) ?? 'unknown'
}
