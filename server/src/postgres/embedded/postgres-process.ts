// Starts, finds and stops the postgres process of a cluster.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import type { Place } from './place.ts'
import { socketFolder } from './socket-folder.ts'

export interface RunningPostgres {
  socket: string
  pid: number
  /** Where this process started it: resolves when it has ended and said its last word. */
  ended?: Promise<unknown>
}

export interface PostgresOptions {
  place: Place
  settings: Record<string, string>
  /** Takes each line that PostgreSQL logs. */
  log: (line: string) => void
}

/** What another process did to it, or may still be about to clear away. */
const passing = /lock file .* already exists|shared memory block .* still in use|was killed/
const patience = 60_000

/** Adopts the process that serves this cluster, or starts one; resolves when it takes queries. */
export async function ensureRunning(options: PostgresOptions, socket?: string) {
  const deadline = Date.now() + patience
  for (;;) {
    const found = await findRunning(options.place, deadline)
    if (found) return found
    const { running, complaint = '' } = await start(options, socket)
    if (running) return running
    if (!passing.test(complaint) || Date.now() > deadline) {
      throw new StartupFailure(
        `PostgreSQL does not start in ${options.place.cluster}: ${complaint}`,
      )
    }
    await sleep(200)
  }
}

/** Stops it cleanly; after some seconds at once, which costs a recovery at the next start. */
export async function stopPostgres({ place }: PostgresOptions, { pid, ended }: RunningPostgres) {
  // Where it is gone already, the number may be another program's by now.
  if ((await readPidFile(place))?.pid !== pid) return
  for (const [signal, wait] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 500],
  ] as const) {
    if (!kill(pid, signal)) return
    if (await isGone(place, ended, wait)) return
  }
}

async function findRunning(place: Place, deadline: number): Promise<RunningPostgres | undefined> {
  while (Date.now() < deadline) {
    const file = await readPidFile(place)
    if (!file) return undefined
    const answer = await ask(file.socket)
    if (answer === place.cluster) return file
    if (answer !== 'wait') return undefined
    await sleep(50)
  }
  throw new StartupFailure(
    `The database in ${place.cluster} is starting or stopping and does not get done with it. ` +
      'Stop what still uses it, and start again.',
  )
}

interface Outcome {
  running?: RunningPostgres
  complaint?: string
}

async function start(options: PostgresOptions, socket?: string): Promise<Outcome> {
  await removeForeignPidFile(options.place)
  const folder = socket ?? (await socketFolder(options.place))
  const child = spawnPostgres(options, folder)
  const ended = endOf(child, options.log)
  const pid = await untilAnswering(child, folder)
  return pid ? { running: { socket: folder, pid, ended } } : { complaint: await ended }
}

function spawnPostgres({ place, settings }: PostgresOptions, folder: string) {
  const given = { ...settings, unix_socket_directories: folder }
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(place.bin, 'postgres'), '-D', place.cluster, ...flags]
  const [program = '', ...args] = [...dyingWithUs(place), ...command]
  return spawn(program, args, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // A session of its own: a Ctrl-C in the terminal reaches us, and we stop it when we are done.
    detached: true,
    ...(program.endsWith('setpriv') ? {} : place.user),
  })
}

/** On Linux the kernel tells PostgreSQL to stop when this process is killed. */
function dyingWithUs({ user }: Place) {
  if (spawnSync('setpriv', ['--pdeathsig', 'clear', 'true']).status !== 0) return []
  const identity = user
    ? ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups']
    : []
  return ['setpriv', '--pdeathsig', 'INT', ...identity]
}

/** Resolves when the process has ended, with the last thing it complained of. */
function endOf(child: ChildProcess, log: (line: string) => void) {
  let complaint = 'it ended without a word'
  const lines = child.stderr && createInterface(child.stderr)
  lines?.on('line', (line) => {
    if (/FATAL|PANIC|error/.test(line)) complaint = line
    log(line)
  })
  return new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (_code, signal) => resolve(signal ? 'it was killed' : complaint))
  })
}

async function untilAnswering(child: ChildProcess, socket: string) {
  while (child.pid && child.exitCode === null && child.signalCode === null) {
    const answer = await ask(socket)
    if (answer && answer !== 'wait') return child.pid
    await sleep(20)
  }
  return undefined
}

/** The data folder that the server behind this socket serves; 'wait' while it starts or stops. */
export async function ask(socket: string) {
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

async function readPidFile({ cluster }: Place) {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socket] = text.split('\n')
  return pid && socket ? { pid: Number(pid), socket } : undefined
}

/**
 * A killed PostgreSQL leaves its pid behind, and in a container the number is soon another
 * program's: PostgreSQL would then refuse to start for ever.
 */
async function removeForeignPidFile(place: Place) {
  const file = await readPidFile(place)
  if (!file) return
  const program = await readlink(`/proc/${file.pid}/exe`).catch(() => undefined)
  if (program && basename(program) !== 'postgres') await rm(join(place.cluster, 'postmaster.pid'))
}

async function isGone(place: Place, ended: Promise<unknown> | undefined, wait: number) {
  if (ended) return Promise.race([ended.then(() => true), sleep(wait, false, { ref: false })])
  const deadline = Date.now() + wait
  while (await readPidFile(place)) {
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
