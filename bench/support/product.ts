// Starts the server in a new data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { z } from 'zod'
import { quietPool } from '../../server/tests/support/test-cluster.ts'
import type { Keys } from './people.ts'

export interface Product {
  port: number
  pid: number
  postgresPid: number
  socketFolder: string
  pool: Pool
  keys: Keys
  stop: () => Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const startTimeoutMs = 120_000
const secrets = z.object({ jwtSecret: z.string(), anonKey: z.string() })

export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-bench-'))
  // When root starts the server, PostgreSQL runs as another user. That user must be able to enter
  // this folder.
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  const logFile = join(folder, 'log')
  const port = await freePort()
  const { HOME, PATH } = process.env
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { HOME, PATH, PORT: String(port), DATA_DIR: data, SEED: 'none', ...settings },
    stdio: ['ignore', log, log],
    // Ctrl-C must not reach the server. This process stops the server after the benchmark's final
    // request.
    detached: true,
  })
  closeSync(log)
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  const deadline = Date.now() + startTimeoutMs
  while (!(await readFile(logFile, 'utf8')).includes('is ready: ')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The server did not start:\n${await readFile(logFile, 'utf8')}`)
    }
    await sleep(50)
  }
  const postmaster = (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const [postgresPid = '', , , , socketFolder = ''] = postmaster
  const pool = quietPool({ host: socketFolder, user: 'postgres', database: 'postgres' })
  return {
    port,
    pid: child.pid ?? 0,
    postgresPid: Number(postgresPid),
    socketFolder,
    pool,
    keys: secrets.parse(JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8'))),
    async stop() {
      await pool.end()
      kill()
      if (child.exitCode === null) await once(child, 'exit')
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
