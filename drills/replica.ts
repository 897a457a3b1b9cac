// Kills and restarts the standby that answers stale reads, while one client writes and others read.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { outsideDatabase } from '../tests/support/outside-database.ts'
import { startServer, until } from '../tests/support/server.ts'
import { Standby } from '../tests/support/standby.ts'
import { askDatabase, type DatabaseAddress } from '../tests/support/ask-database.ts'
import { type Drill, say } from './support/drill.ts'

const rounds = 5
const lanes = 8
const mostStale = 2

// @covers operations.replica-killed
export const replicaAway: Drill = {
  name: 'replica',
  does: `the standby that answers reads which may be ${mostStale} s old is killed and started again, ${rounds} times, while one writes`,
  async run() {
    const lender = await startServer()
    const DATABASE_URL = await outsideDatabase(lender, 'copied')
    const standby = await Standby.of(lender)
    const REPLICA_URL = standby.urlFor('copied', 'authenticator')
    const server = await startServer({ settings: { DATABASE_URL, REPLICA_URL, SEED: 'none' } })
    const address = { ...lender.connection, database: 'copied' }
    await liftLimits(address)
    const counter = new Counter(address)
    const readers = new Readers(`${server.url}/rest/v1/drill_counter`, counter)
    await counter.make()
    await until(() => readers.isServed())
    const over = new AbortController()
    const running = [counter.run(over.signal), readers.run(over.signal)]
    for (let round = 0; round < rounds; round += 1) {
      await readers.isAnsweredByReplica()
      await sleep(1000)
      await standby.end()
      await sleep(1000)
      await standby.start()
    }
    await readers.isAnsweredByReplica()
    over.abort()
    await Promise.all(running)
    await server.stop()
    await standby.end()
    await lender.stop()
    const { all, old, failed, untrue, longest } = readers
    say(`${all} reads, ${old} of them by the standby; ${counter.count} writes`)
    return [
      { what: 'reads that failed', seen: failed, most: 0 },
      { what: 'answers that were older than they said', seen: untrue, most: 0 },
      { what: 'a read, the longest', seen: longest / 1000, most: 3, unit: ' s' },
    ]
  },
}

/** Increments a number in the database and records when each value was committed. */
class Counter {
  readonly #address: DatabaseAddress
  readonly #since: number[] = []

  constructor(address: DatabaseAddress) {
    this.#address = address
  }

  get count() {
    return this.#since.length
  }

  async make() {
    await askDatabase(
      this.#address,
      `create table public.drill_counter (n integer);
       insert into public.drill_counter values (0);
       grant select on public.drill_counter to anon;
       notify pgrst, 'reload schema'`,
    )
  }

  async run(signal: AbortSignal) {
    while (!signal.aborted) {
      await askDatabase(this.#address, 'update public.drill_counter set n = n + 1')
      this.#since.push(performance.now())
    }
  }

  /** Returns whether the number after `n` was already committed at that moment. */
  isPassed(n: number, moment: number) {
    const since = this.#since[n]
    return since !== undefined && since < moment
  }
}

const rows = z.tuple([z.object({ n: z.number() })])

class Readers {
  all = 0
  old = 0
  failed = 0
  untrue = 0
  longest = 0
  readonly #url: string
  readonly #counter: Counter

  constructor(url: string, counter: Counter) {
    this.#url = url
    this.#counter = counter
  }

  async isServed() {
    return (await fetch(this.#url)).status === 200
  }

  async isAnsweredByReplica() {
    const { old } = this
    await until(() => this.old > old)
  }

  async run(signal: AbortSignal) {
    const lane = async () => {
      while (!signal.aborted) await this.#read()
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  async #read() {
    const begun = performance.now()
    const headers = { 'cache-control': `max-stale=${mostStale}` }
    const response = await fetch(this.#url, { headers })
    const age = response.headers.get('age')
    const found = rows.safeParse(await response.json())
    this.longest = Math.max(this.longest, performance.now() - begun)
    this.all += 1
    if (age !== null) this.old += 1
    if (!found.success) this.failed += 1
    else if (this.#counter.isPassed(found.data[0].n, begun - Number(age) * 1000)) this.untrue += 1
  }
}
