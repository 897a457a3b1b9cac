// Tests that no acknowledged commit is lost when the database machine fails and another machine
// takes over.
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer, until } from '../tests/support/server.ts'
import type { DatabaseAddress } from '../tests/support/ask-database.ts'
import { count } from './support/count.ts'
import { type Drill, type Mark, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { Patroni } from './support/patroni.ts'
import { person } from './support/people.ts'
import { Pair } from './support/postgres.ts'

interface Cluster {
  /** The value for DATABASE_URL, with all hosts. */
  url: string
  /** The address of the primary. */
  address: () => Promise<DatabaseAddress>
  /** Stops the primary. Returns a function that makes the cluster complete again. */
  lose: () => Promise<() => Promise<void>>
  stop: () => Promise<void>
}

async function failovers(cluster: Cluster, rounds: number, most: number): Promise<Mark[]> {
  const server = await startServer({ settings: { DATABASE_URL: cluster.url, SEED: 'demo' } })
  await liftLimits(await cluster.address())
  const errands = new Errands(await person(server, 'facility'), await person(server, 'contractor'))
  const running = errands.run(8)
  let longest = 0
  for (let round = 0; round < rounds; round += 1) {
    await sleep(2000 + Math.random() * 1000)
    const since = performance.now()
    const repair = await cluster.lose()
    await until(async () => (await healthOf(server)) === 200, 120_000)
    longest = Math.max(longest, (performance.now() - since) / 1000)
    await repair()
  }
  errands.stop()
  await running
  const { lost, twice } = await count(await cluster.address(), errands)
  await server.stop()
  await cluster.stop()
  say(`${errands.done.length} jobs awarded, ${errands.repeats} acts repeated`)
  return [
    { what: 'acknowledged and lost', seen: lost, most: 0 },
    { what: 'done twice', seen: twice, most: 0 },
    { what: 'refused', seen: errands.refusals.length, most: 0 },
    // @covers operations.failover
    { what: 'from the loss to healthy, the longest', seen: longest, most, unit: ' s' },
  ]
}

export const failoverToStandby: Drill = {
  name: 'standby',
  does: 'the primary is gone and its synchronous standby promoted, 4 times, while people work',
  run: async () => failovers(await Pair.start(), 4, 10),
}

export const failoverByPatroni: Drill = {
  name: 'patroni',
  does: 'the primary is gone, and Patroni sees to it, twice, while people work',
  run: async () => failovers(await Patroni.start(), 2, 45),
}
