// Runs Mendwell in a process, as an operator does.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export { until }

export const root = fileURLToPath(new URL('../../', import.meta.url))

// After all tests of a file, stop the file's servers before their folders are deleted.
const folders: string[] = []
const servers: Server[] = []
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

// This process ends the process groups of the servers if the tests are interrupted.
const groups = new Set<number>()
const endGroups = () => groups.forEach((pid) => isAlive(pid) && process.kill(-pid, 'SIGTERM'))
process.once('exit', endGroups)
process.once('SIGTERM', () => process.exit(1))
process.once('SIGINT', () => process.exit(1))

export interface StartOptions {
  settings?: NodeJS.ProcessEnv
  /** Whether `npm start` starts the server, instead of scripts/start.mjs. */
  viaNpm?: boolean
  folder?: string
  user?: { uid: number; gid: number }
  /** A file descriptor that gets the log instead of `output`. */
  stderr?: number
}

export class Server {
  readonly url: string
  readonly dataFolder: string
  #child: ChildProcess
  #output = ''

  constructor(child: ChildProcess, url: string, dataFolder: string) {
    this.url = url
    this.dataFolder = dataFolder
    this.#child = child
    const collect = (text: string) => (this.#output += text)
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
  }

  get output() {
    return this.#output
  }

  /** The id of the process that the test started, which is npm or the server. */
  get pid() {
    return this.#child.pid ?? 0
  }

  /** The id of the server's process, which may be a descendant of npm. */
  get serverPid() {
    return innermost(this.pid)
  }

  get postgresPid() {
    return Number(
      readFileSync(join(this.dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    )
  }

  get connection() {
    return connectionOf(this.dataFolder)
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async waitForExit() {
    if (!this.hasEnded) await once(this.#child, 'close')
    return this.#child.exitCode
  }

  async stop() {
    if (!this.hasEnded) process.kill(this.pid, 'SIGTERM')
    return this.waitForExit()
  }
}

/** Returns the database connection of a running server. */
export function connectionOf(dataFolder: string) {
  const file = readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')
  return { host: file.split('\n')[4] ?? '', user: 'postgres', database: 'postgres' }
}

/** Starts a server and resolves when it reports that it is ready. */
export async function startServer(options: StartOptions = {}) {
  const server = await launch(options)
  await until(() => server.output.includes('is ready: ') || server.hasEnded, 240_000)
  if (server.hasEnded) throw new Error(`The server did not start:\n${server.output}`)
  return server
}

/** Returns the exit code and output of a server that is expected to fail. */
export async function failToStart(options: StartOptions = {}) {
  const server = await launch(options)
  const code = await server.waitForExit()
  return { code, output: server.output }
}

/** Starts a server without waiting until it is ready. */
export async function launch(options: StartOptions = {}) {
  const { settings = {}, viaNpm, folder = root, user, stderr = 'pipe' } = options
  const port = settings['PORT'] ?? String(await freePort())
  const dataFolder = settings['DATA_DIR'] ?? join(await temporaryFolder(user), 'data')
  const [program, args] = viaNpm
    ? ['npm', ['start', '--silent']]
    : [process.execPath, ['scripts/start.mjs']]
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...bareEnvironment(), PORT: port, DATA_DIR: dataFolder, ...settings },
    stdio: ['ignore', 'pipe', stderr],
    detached: true,
    ...user,
  })
  if (child.pid) groups.add(child.pid)
  const server = new Server(child, `http://127.0.0.1:${port}`, dataFolder)
  servers.push(server)
  after(() => server.stop())
  return server
}

/** Returns the environment of an ordinary shell, without the variables that npm sets for test processes. */
function bareEnvironment() {
  // In some networks, a process can verify other servers only with the certificates in NODE_EXTRA_CA_CERTS.
  const { HOME, PATH = '', NODE_EXTRA_CA_CERTS } = process.env
  const path = PATH.split(':').filter((entry) => !entry.includes('node_modules'))
  return { HOME, PATH: path.join(':'), NODE_EXTRA_CA_CERTS }
}

export async function temporaryFolder(user?: { uid: number; gid: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-start-'))
  await chmod(folder, 0o711)
  if (user) await chown(folder, user.uid, user.gid)
  folders.push(folder)
  return folder
}

export async function healthOf({ url }: Server) {
  return fetch(`${url}/healthz`).then(
    (response) => response.status,
    () => 'no answer' as const,
  )
}

export function isAlive(pid: number) {
  try {
    // A zombie process still has its pid but does not run.
    return !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function innermost(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const next = children.map(Number).find((child) => child > 0 && nameOf(child) !== 'postgres')
  return next ? innermost(next) : pid
}

function nameOf(pid: number) {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
}
