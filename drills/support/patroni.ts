// Runs two PostgreSQL servers under Patroni. Patroni keeps the primary's name in etcd, and promotes
// the standby if the primary fails.
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { until } from '../../tests/support/server.ts'
import { queryOnce } from '../../tests/support/query-once.ts'
import { cutPower, createPostgresFolder, binFolder, startProgram } from './postgres.ts'

const timeoutMs = 90_000

interface Member {
  name: string
  /** The port of PostgreSQL. */
  port: number
  /** The URL where Patroni reports the role of the member. */
  url: string
  data: string
  settings: string
  process?: ChildProcess
}

export class Patroni {
  readonly #etcd: ChildProcess
  readonly #members: readonly Member[]

  private constructor(etcd: ChildProcess, members: readonly Member[]) {
    this.#etcd = etcd
    this.#members = members
  }

  static async start() {
    for (const program of ['/usr/bin/patroni', '/usr/bin/etcd']) {
      if (existsSync(program)) continue
      throw new Error('This drill needs Patroni: apt-get install patroni python3-etcd etcd-server.')
    }
    const folder = await createPostgresFolder()
    const [client, peer] = [await newAddress(), await newAddress()]
    const etcd = startProgram('/usr/bin/etcd', [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ])
    await until(() => respondsOk(`${client}/health`), timeoutMs)
    const members: Member[] = []
    for (const name of ['one', 'two']) members.push(await configureMember(name, folder, client))
    const cluster = new Patroni(etcd, members)
    for (const member of members) await cluster.#start(member)
    await cluster.waitUntilComplete()
    return cluster
  }

  /** Returns the value for DATABASE_URL, with the addresses of all members. */
  get url() {
    const hosts = this.#members.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
  }

  async address() {
    const primary = await this.#which('primary')
    if (!primary) throw new Error('No member takes writes.')
    return { host: '127.0.0.1', port: primary.port, user: 'postgres', database: 'postgres' }
  }

  /** Resolves when there are a primary and a synchronous standby. */
  async waitUntilComplete() {
    await until(async () => Boolean(await this.#which('sync')), timeoutMs)
  }

  /**
   * Kills the primary and its Patroni, as if their machine lost power. Returns a function that
   * starts both again.
   */
  async failPrimary() {
    const primary = await this.#which('primary')
    if (!primary) throw new Error('No member takes writes.')
    const postmaster = Number(
      readFileSync(join(primary.data, 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    await cutPower(primary.process?.pid ?? 0, postmaster)
    return async () => {
      await this.#start(primary)
      await this.waitUntilComplete()
    }
  }

  async stop() {
    for (const { process: child } of this.#members) child?.kill('SIGTERM')
    await until(() => this.#members.every((member) => member.process?.exitCode !== null), timeoutMs)
    this.#etcd.kill('SIGTERM')
  }

  async #start(member: Member) {
    member.process = startProgram('/usr/bin/patroni', [member.settings])
    const address = { host: '127.0.0.1', port: member.port, user: 'postgres', database: 'postgres' }
    const isReady = () =>
      queryOnce(address, 'select').then(
        () => true,
        () => false,
      )
    await until(isReady, timeoutMs)
  }

  async #which(role: 'primary' | 'sync') {
    for (const member of this.#members) if (await respondsOk(`${member.url}/${role}`)) return member
    return undefined
  }
}

const newAddress = async () => `http://127.0.0.1:${await freePort()}`

const respondsOk = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function configureMember(name: string, folder: string, etcd: string): Promise<Member> {
  const [port, url] = [await freePort(), await newAddress()]
  const data = join(folder, name)
  const rest = { listen: new URL(url).host, connect_address: new URL(url).host }
  const login = { username: 'postgres' }
  const settings = {
    scope: 'drill',
    name,
    restapi: rest,
    etcd3: { host: new URL(etcd).host },
    bootstrap: {
      // `ttl` and `retry_timeout` have the smallest values that Patroni allows. A primary that is
      // silent for `ttl` seconds loses its role.
      dcs: { ttl: 20, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: binFolder,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: login, replication: login, rewind: login },
      parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
      use_pg_rewind: true,
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
  const file = join(folder, `${name}.yml`)
  await writeFile(file, JSON.stringify(settings))
  return { name, port, url, data, settings: file }
}
