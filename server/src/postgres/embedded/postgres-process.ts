// Finds, starts and stops the postgres process of a cluster.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chown, mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { isConnectionRefusal } from './postgres-log.ts'

export interface RunningPostgres {
  socket: string
  pid: number
  /** Resolves when the process has ended. Undefined if another process started PostgreSQL. */
  ended?: Promise<unknown>
}

export interface PostgresOptions {
  paths: ClusterPaths
  settings: Record<string, string>
  /** Receives each line of PostgreSQL's log. */
  log: (line: string) => void
}

/** Matches failures that another process causes, after which a retry may succeed. */
const temporaryComplaint =
  /lock file .* already exists|shared memory block .* still in use|was killed/
const startTimeoutMs = 60_000

/** Finds or starts the PostgreSQL of this cluster, and resolves when PostgreSQL accepts queries. */
export async function ensureRunning(options: PostgresOptions, socket?: string) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const found = await findRunning(options.paths, deadline)
    if (found) return found
    const { running, complaint = '' } = await start(options, socket)
    if (running) return running
    if (!temporaryComplaint.test(complaint) || Date.now() > deadline) {
      throw new StartupFailure(
        `PostgreSQL does not start in ${options.paths.cluster}: ${complaint}`,
      )
    }
    await sleep(200)
  }
}

/** Stops PostgreSQL cleanly. After three seconds, stops PostgreSQL immediately, and the next start has to recover. */
export async function stopPostgres({ paths }: PostgresOptions, { pid, ended }: RunningPostgres) {
  // If the process has already ended, another program may have its pid now.
  if ((await readPidFile(paths))?.pid !== pid) return
  for (const [signal, timeoutMs] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 500],
  ] as const) {
    if (!kill(pid, signal)) return
    if (await waitUntilGone(paths, ended, timeoutMs)) return
  }
}

async function findRunning(
  paths: ClusterPaths,
  deadline: number,
): Promise<RunningPostgres | undefined> {
  while (Date.now() < deadline) {
    const file = await readPidFile(paths)
    if (!file) return undefined
    const answer = await probeServer(file.socket)
    if (answer === paths.cluster) return file
    if (answer !== 'wait') return undefined
    await sleep(50)
  }
  throw new StartupFailure(
    `The database in ${paths.cluster} has been starting or stopping for too long. ` +
      'Stop the process that uses it, and start again.',
  )
}

interface StartResult {
  running?: RunningPostgres
  complaint?: string
}

async function start(options: PostgresOptions, socket?: string): Promise<StartResult> {
  await removeForeignPidFile(options.paths)
  const folder = socket ?? (await makeSocketFolder(options.paths))
  const child = spawnPostgres(options, folder)
  const ended = waitForEnd(child, options.log)
  const pid = await waitUntilReady(child, folder)
  return pid ? { running: { socket: folder, pid, ended } } : { complaint: await ended }
}

function spawnPostgres({ paths, settings }: PostgresOptions, folder: string) {
  const allSettings = { ...settings, unix_socket_directories: folder }
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(paths.bin, 'postgres'), '-D', paths.cluster, ...flags]
  const [program = '', ...args] = [...parentDeathCommand(paths), ...command]
  return spawn(program, args, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // PostgreSQL runs in a separate session, so that Ctrl-C in the terminal does not stop it before the server does.
    detached: true,
    ...(program.endsWith('setpriv') ? {} : paths.user),
  })
}

/** On Linux, returns a setpriv command that makes the kernel stop PostgreSQL when this process is killed. */
function parentDeathCommand({ user }: ClusterPaths) {
  if (spawnSync('setpriv', ['--pdeathsig', 'clear', 'true']).status !== 0) return []
  const identity = user
    ? ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups']
    : []
  return ['setpriv', '--pdeathsig', 'INT', ...identity]
}

/** Resolves when the process has ended, with the last error that it logged. */
function waitForEnd(child: ChildProcess, log: (line: string) => void) {
  let complaint = 'it ended without a word'
  const lines = child.stderr && createInterface(child.stderr)
  lines?.on('line', (line) => {
    if (/FATAL|PANIC|error/.test(line) && !isConnectionRefusal(line)) complaint = line
    log(line)
  })
  return new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (_code, signal) => resolve(signal ? 'it was killed' : complaint))
  })
}

async function waitUntilReady(child: ChildProcess, socket: string) {
  while (child.pid && child.exitCode === null && child.signalCode === null) {
    const answer = await probeServer(socket)
    if (answer && answer !== 'wait') return child.pid
    await sleep(20)
  }
  return undefined
}

/**
 * Resolves with the server's data folder, with 'wait' while the server starts or stops, or with undefined without an
 * answer.
 */
export async function probeServer(socket: string) {
  const client = new Client({
    host: socket,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    return rows[0]?.folder
  } catch (error) {
    return codeOf(error) === '57P03' ? 'wait' : undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function readPidFile({ cluster }: Pick<ClusterPaths, 'cluster'>) {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socket] = text.split('\n')
  return pid && socket ? { pid: Number(pid), socket } : undefined
}

/**
 * Removes the pid file of a killed PostgreSQL if another program has that pid, because PostgreSQL would refuse to
 * start.
 */
async function removeForeignPidFile(paths: ClusterPaths) {
  const file = await readPidFile(paths)
  if (!file) return
  const program = await readlink(`/proc/${file.pid}/exe`).catch(() => undefined)
  if (program && basename(program) !== 'postgres') await rm(join(paths.cluster, 'postmaster.pid'))
}

async function waitUntilGone(
  paths: ClusterPaths,
  ended: Promise<unknown> | undefined,
  timeoutMs: number,
) {
  if (ended) return Promise.race([ended.then(() => true), sleep(timeoutMs, false, { ref: false })])
  const deadline = Date.now() + timeoutMs
  while (await readPidFile(paths)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** The kernel limits the path of a socket to 107 bytes on Linux and 103 on macOS. */
const maxSocketPathBytes = 100
const socketFileName = '/.s.PGSQL.5432.lock'

/**
 * Returns the cluster's folder, which only PostgreSQL's user may enter. If the path of the socket is too long, creates
 * a temporary folder.
 */
async function makeSocketFolder({ cluster, user }: ClusterPaths) {
  if (Buffer.byteLength(cluster + socketFileName) <= maxSocketPathBytes) return cluster
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-'))
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

export async function removeSocketFolder({ cluster }: ClusterPaths, socket: string) {
  if (socket !== cluster) await rm(socket, { recursive: true, force: true })
}

export const embeddedSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '128MB',
  // This limits the recovery after a kill to about a second.
  max_wal_size: '256MB',
  // This is the lowest level that allows online backups.
  wal_level: 'replica',
  jit: 'off',
  // Disks are SSDs today, or the pages are in memory. The default would prefer bitmap scans, which read the few rows of
  // an embed more slowly.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // At this level PostgreSQL does not log errors, because an error can contain users' data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // Slow statements are logged without their parameters.
  log_min_duration_statement: '1s',
  log_parameter_max_length: '0',
  // The server's log adds the time.
  log_line_prefix: '',
}
