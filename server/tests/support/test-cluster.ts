import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool, type PoolConfig } from 'pg'
import pino from 'pino'
import { chooseClusterPaths, findPostgresUser } from '../../src/postgres/embedded/cluster-paths.ts'
import { initializeCluster } from '../../src/postgres/embedded/initialize-cluster.ts'
import { ensureRunning, stopPostgres } from '../../src/postgres/embedded/postgres-process.ts'
import { applyRelease } from '../../src/postgres/release/apply-release.ts'
import { readRelease } from '../../src/postgres/release/release.ts'

// The test runner loads this file by --test-global-setup, to start one PostgreSQL for a whole test run.

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  timezone: 'UTC',
  log_min_messages: 'fatal',
}

let stopShared = async () => {}

export async function globalSetup() {
  const { host, stop } = await startCluster()
  stopShared = stop
  process.env['TEST_POSTGRES_SOCKET'] = host
  await makeTemplate(host)
}

export async function globalTeardown() {
  await stopShared()
}

/** Starts an empty PostgreSQL, or a standby without a primary. */
export async function startCluster(isStandby = false) {
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-test-'))
  await chmod(folder, 0o711)
  const paths = await choosePaths(folder, process.env['TEST_POSTGRES_BIN'])
  const options = { paths, settings, log: () => {} }
  if (isStandby) {
    const signal = join(paths.cluster, 'standby.signal')
    await writeFile(signal, '')
    if (paths.user) await chown(signal, paths.user.uid, paths.user.gid)
  }
  const running = await ensureRunning(options)
  const stop = async () => {
    await stopPostgres(options, running)
    await rm(folder, { recursive: true, force: true })
  }
  return { host: running.socket, stop }
}

/** Initializes a cluster of the embedded PostgreSQL, or of the PostgreSQL whose programs are in the given folder. */
async function choosePaths(folder: string, bin: string | undefined) {
  if (bin) {
    const paths = { bin, cluster: join(folder, 'postgres'), user: findPostgresUser() }
    await initializeCluster(paths, ['-E', 'UTF8', '--locale=C.UTF-8'])
    return paths
  }
  const paths = await chooseClusterPaths(folder, () => {})
  await initializeCluster(paths)
  return paths
}

async function makeTemplate(host: string) {
  const admin = new Client({ host, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await admin.query('create database product')
  await admin.end()
  const pool = quietPool({ host, user: 'postgres', database: 'product' })
  await applyRelease(pool, {
    release: await readRelease('supabase'),
    settings: { time_zone: 'America/Denver', signup: 'closed', require_admin_mfa: 'off' },
    isShared: false,
    log: pino({ level: 'silent' }),
  })
  await pool.end()
}

/** Returns a pool that ignores lost connections, because the database often ends before the pool. */
export function quietPool(connection: PoolConfig) {
  const pool = new Pool(connection)
  pool.on('error', () => {})
  return pool
}
