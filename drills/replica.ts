// Kills and restarts a standby while one client writes and other clients read. The standby answers
// the reads of clients that allow old data.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { createExternalDatabase } from '../tests/support/external-database.ts'
import { startServer, until } from '../tests/support/server.ts'
import { Standby } from '../tests/support/standby.ts'
import { queryOnce, type DatabaseAddress } from '../tests/support/query-once.ts'
import { type Drill, printLine } from './support/drill.ts'

const rounds = 5
const concurrency = 8
const maxStaleSeconds = 2

// @covers operations.replica-killed
export const replicaRestarts: Drill = {
  name: 'replica',
  summary: `the standby that answers reads up to ${maxStaleSeconds} s old is killed and restarted ${rounds} times while one client writes`,
  async run() {
    const databaseServer = await startServer()
    const DATABASE_URL = await createExternalDatabase(databaseServer, 'copied')
    const standby = await Standby.of(databaseServer)
    const REPLICA_URL = standby.urlFor('copied', 'authenticator')
    const server = await startServer({ settings: { DATABASE_URL, REPLICA_URL, SEED: 'none' } })
    const address = { ...databaseServer.connection, database: 'copied' }
    await liftLimits(address)
    const counter = new Counter(address)
    const readers = new Readers(`${server.url}/rest/v1/drill_counter`, counter)
    await counter.createTable()
    await until(() => readers.isServed())
    const abortController = new AbortController()
    const running = [counter.run(abortController.signal), readers.run(abortController.signal)]
    for (let round = 0; round < rounds; round += 1) {
      await readers.waitForReplica()
      await sleep(1000)
      await standby.kill()
      await sleep(1000)
      await standby.start()
    }
    await readers.waitForReplica()
    abortController.abort()
    await Promise.all(running)
    await server.stop()
    await standby.kill()
    await databaseServer.stop()
    const { total, fromReplica, failed, tooOld, longestMs } = readers
    printLine(`${total} reads, ${fromReplica} of them by the standby; ${counter.count} writes`)
    return [
      { condition: 'failed reads', measured: failed, max: 0 },
      { condition: 'responses older than their Age header', measured: tooOld, max: 0 },
      { condition: 'longest read', measured: longestMs / 1000, max: 3, unit: ' s' },
    ]
  },
}

/** Increments a number in the database and records when each value was committed. */
class Counter {
  readonly #address: DatabaseAddress
  readonly #commitTimes: number[] = []

  constructor(address: DatabaseAddress) {
    this.#address = address
  }

  get count() {
    return this.#commitTimes.length
  }

  async createTable() {
    await queryOnce(
      this.#address,
      `create table public.drill_counter (n integer);
       insert into public.drill_counter values (0);
       grant select on public.drill_counter to anon;
       notify pgrst, 'reload schema'`,
    )
  }

  async run(signal: AbortSignal) {
    while (!signal.aborted) {
      await queryOnce(this.#address, 'update public.drill_counter set n = n + 1')
      this.#commitTimes.push(performance.now())
    }
  }

  /** Returns whether the counter already had a higher value than `n` at the given time. */
  wasReplacedBefore(n: number, time: number) {
    const committedAt = this.#commitTimes[n]
    return committedAt !== undefined && committedAt < time
  }
}

const counterRows = z.tuple([z.object({ n: z.number() })])

class Readers {
  total = 0
  fromReplica = 0
  failed = 0
  tooOld = 0
  longestMs = 0
  readonly #url: string
  readonly #counter: Counter

  constructor(url: string, counter: Counter) {
    this.#url = url
    this.#counter = counter
  }

  async isServed() {
    return (await fetch(this.#url)).status === 200
  }

  async waitForReplica() {
    const { fromReplica } = this
    await until(() => this.fromReplica > fromReplica)
  }

  async run(signal: AbortSignal) {
    const readRepeatedly = async () => {
      while (!signal.aborted) await this.#read()
    }
    await Promise.all(Array.from({ length: concurrency }, readRepeatedly))
  }

  async #read() {
    const start = performance.now()
    const headers = { 'cache-control': `max-stale=${maxStaleSeconds}` }
    const response = await fetch(this.#url, { headers })
    const age = response.headers.get('age')
    const parsed = counterRows.safeParse(await response.json())
    this.longestMs = Math.max(this.longestMs, performance.now() - start)
    this.total += 1
    if (age !== null) this.fromReplica += 1
    if (!parsed.success) this.failed += 1
    else if (this.#counter.wasReplacedBefore(parsed.data[0].n, start - Number(age) * 1000))
      this.tooOld += 1
  }
}
