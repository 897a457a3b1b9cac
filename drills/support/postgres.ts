// Runs a primary and a synchronous standby with PostgreSQL from its Debian package. PostgreSQL does
// not run as root, so root starts it as another user.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgresUser } from '../../server/src/postgres/embedded/cluster-paths.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { isAlive, temporaryFolder, until } from '../../tests/support/server.ts'
import { queryOnce, type DatabaseAddress } from '../../tests/support/query-once.ts'

export const binFolder = '/usr/lib/postgresql/15/bin'
const run = promisify(execFile)

/** Creates a folder that belongs to PostgreSQL's user. */
export async function createPostgresFolder() {
  if (!existsSync(binFolder)) {
    throw new Error('This drill needs PostgreSQL 15 (Debian: apt-get install postgresql-15).')
  }
  const user = findPostgresUser()
  const folder = join(await temporaryFolder(), 'postgres')
  await mkdir(folder, { mode: 0o711 })
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** Runs a program as PostgreSQL's user until it ends. */
async function runProgram(program: string, args: readonly string[]) {
  await run(join(binFolder, program), [...args], { cwd: '/', ...findPostgresUser() })
}

/** Starts a program as PostgreSQL's user. The program is stopped when this process ends. */
export function startProgram(program: string, args: readonly string[]) {
  const path = program.includes('/') ? program : join(binFolder, program)
  const child = spawn(path, [...args], { cwd: '/', stdio: 'ignore', ...findPostgresUser() })
  process.once('exit', () => child.kill('SIGTERM'))
  return child
}

/** Kills these processes and their descendants together, as if the machine lost power. */
export async function cutPower(...pids: readonly number[]) {
  const family = pids.flatMap(familyOf)
  // Suspend all processes first, so that no parent can replace a killed child.
  for (const pid of family) signal(pid, 'SIGSTOP')
  for (const pid of new Set([...family, ...pids.flatMap(familyOf)])) signal(pid, 'SIGKILL')
  await until(() => !pids.some(isAlive))
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

function familyOf(pid: number): number[] {
  const children = childrenOf(pid)
  return [pid, ...children.flatMap(familyOf)]
}

function childrenOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

interface Node {
  address: DatabaseAddress & { port: number }
  folder: string
  process: ChildProcess
}

/** Runs a primary and a synchronous standby. After a failover, the drill can add a new standby. */
export class Pair {
  readonly #folder: string
  readonly #ports: readonly [number, number]
  #primary: Node
  #standby: Node

  private constructor(folder: string, ports: [number, number], primary: Node, standby: Node) {
    this.#folder = folder
    this.#ports = ports
    this.#primary = primary
    this.#standby = standby
  }

  static async start() {
    const folder = await createPostgresFolder()
    const ports: [number, number] = [await freePort(), await freePort()]
    const data = join(folder, 'first')
    await runProgram('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ])
    await appendFile(join(data, 'postgresql.conf'), settings)
    const primary = await startNode(data, ports[0])
    return new Pair(folder, ports, primary, await follow(folder, primary, ports[1]))
  }

  /**
   * Returns the value for DATABASE_URL. It names two hosts, and the client picks the host that
   * accepts writes.
   */
  get url() {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join(',')
    return `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
  }

  async address() {
    return this.#primary.address
  }

  /** Kills the primary and promotes the standby. Returns a function that adds a new standby. */
  async failPrimary() {
    const { address, process: child } = this.#primary
    await cutPower(child.pid ?? 0)
    await runProgram('pg_ctl', ['promote', '-w', '-D', this.#standby.folder])
    this.#primary = this.#standby
    return async () => {
      this.#standby = await follow(this.#folder, this.#primary, address.port)
    }
  }

  async stop() {
    for (const { process: child } of [this.#primary, this.#standby]) {
      if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit')
    }
  }
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = 64MB
`

async function startNode(folder: string, port: number): Promise<Node> {
  const child = startProgram('postgres', ['-D', folder, '-p', String(port)])
  const address = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  await until(
    () =>
      queryOnce(address, 'select').then(
        () => true,
        () => false,
      ),
    30_000,
  )
  return { address, folder, process: child }
}

/** Starts a standby. Resolves when every commit waits for this standby. */
async function follow(folder: string, { address }: Node, port: number): Promise<Node> {
  const data = await mkdtemp(join(folder, 'standby-'))
  const user = findPostgresUser()
  if (user) await chown(data, user.uid, user.gid)
  const connectionInfo = `host=${address.host} port=${address.port} user=postgres application_name=standby`
  await runProgram('pg_basebackup', [
    '-D',
    data,
    '-d',
    connectionInfo,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ])
  // If this standby is promoted later, it has no standby of its own at first. Its commits must then
  // not wait for a standby.
  await appendFile(join(data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  const node = await startNode(data, port)
  await queryOnce(address, "alter system set synchronous_standby_names = 'standby'")
  await queryOnce(address, 'select pg_reload_conf()')
  const isConfirming = async () =>
    (await queryOnce(address, "select from pg_stat_replication where sync_state = 'sync'")).length >
    0
  await until(isConfirming, 30_000)
  return node
}
