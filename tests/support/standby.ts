// Runs a standby for the embedded PostgreSQL of a server.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { queryOnce, type DatabaseAddress } from './query-once.ts'
import type { Server } from './server.ts'
import { until } from './until.ts'

const clusterPaths = z.object({ data: z.string(), programs: z.string() })
const backupLabel = z.object({ labelfile: z.string() })
const pids = z.array(z.object({ pid: z.number() }))

/** The user that runs PostgreSQL. */
interface OsUser {
  uid: number
  gid: number
}

export class Standby {
  readonly #folder: string
  readonly #program: string
  readonly #user: OsUser | undefined
  #child: ChildProcess | undefined

  private constructor(folder: string, program: string, user: OsUser | undefined) {
    this.#folder = folder
    this.#program = program
    this.#user = user
  }

  /** Copies a server's cluster, including all databases, and starts the copy as a standby. */
  static async of({ connection }: Server) {
    const { data, programs } = await clusterPathsOf(connection)
    const { uid, gid } = await stat(data)
    const folder = await mkdtemp(join(tmpdir(), 'mendwell-standby-'))
    await copyCluster(connection, data, folder)
    await chmod(folder, 0o700)
    // Only root has to change the owner, because other users own their copies already.
    const isRoot = process.getuid?.() === 0
    if (isRoot) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, folder])
    const standby = new Standby(
      folder,
      join(programs, 'postgres'),
      isRoot ? { uid, gid } : undefined,
    )
    after(() => standby.#remove())
    await standby.start()
    return standby
  }

  /** Returns the REPLICA_URL for a database. */
  urlFor(database: string, user = 'postgres') {
    return `postgres:///${database}?host=${encodeURIComponent(this.#folder)}&user=${user}`
  }

  query(statement: string) {
    return queryOnce({ host: this.#folder, user: 'postgres', database: 'postgres' }, statement)
  }

  async start() {
    const flags = [`unix_socket_directories=${this.#folder}`, 'listen_addresses=']
    const args = ['-D', this.#folder, ...flags.flatMap((flag) => ['-c', flag])]
    this.#child = spawn(this.#program, args, { cwd: '/', stdio: 'ignore', ...this.#user })
    await until(() =>
      this.query('select').then(
        () => true,
        () => false,
      ),
    )
  }

  /** Kills the standby immediately, like a crash. */
  async kill() {
    const child = this.#child
    if (child?.exitCode === null && child.kill('SIGQUIT')) await once(child, 'exit')
  }

  /** Freezes the standby while its connections stay open. The returned function undoes this. */
  async freeze() {
    const sessionQuery = "select pid from pg_stat_activity where backend_type = 'client backend'"
    const frozen = pids.parse(await this.query(sessionQuery))
    const signal = (name: NodeJS.Signals) => {
      this.#child?.kill(name)
      for (const { pid } of frozen) sendSignal(pid, name)
    }
    signal('SIGSTOP')
    return () => signal('SIGCONT')
  }

  async #remove() {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function sendSignal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

async function clusterPathsOf(connection: DatabaseAddress) {
  const [row] = await queryOnce(
    connection,
    `select current_setting('data_directory') as data,
       (select setting from pg_config where name = 'BINDIR') as programs`,
  )
  return clusterPaths.parse(row)
}

/** Copies the cluster while its server runs. */
async function copyCluster(connection: DatabaseAddress, from: string, to: string) {
  await appendFile(join(from, 'pg_hba.conf'), 'local replication all trust\n')
  const client = new Client(connection)
  await client.connect()
  await client.query('select pg_reload_conf()')
  await client.query("select pg_backup_start('standby', true)")
  const walFolder = join(from, 'pg_wal/')
  const belongsInCopy = (path: string) =>
    !path.startsWith(walFolder) && !path.endsWith('/postmaster.pid') && !path.includes('/.s.PGSQL.')
  await cp(from, to, { recursive: true, filter: belongsInCopy })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), backupLabel.parse(rows[0]).labelfile)
  await writeFile(join(to, 'standby.signal'), '')
  const source = `host=${connection.host} user=postgres`
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
}
