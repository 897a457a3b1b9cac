// Tests that no acknowledged commit is lost when the primary database fails and a standby takes over.
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer, until } from '../tests/support/server.ts'
import type { DatabaseAddress } from '../tests/support/query-once.ts'
import { countWrites } from './support/count.ts'
import { type Drill, type Mark, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { Patroni } from './support/patroni.ts'
import { signInPerson } from './support/people.ts'
import { Pair } from './support/postgres.ts'

interface Cluster {
  /** The value for DATABASE_URL, with all hosts. */
  url: string
  /** The address of the primary. */
  address: () => Promise<DatabaseAddress>
  /** Kills the primary. Returns a function that gives the new primary a standby again. */
  failPrimary: () => Promise<() => Promise<void>>
  stop: () => Promise<void>
}

async function runFailovers(cluster: Cluster, rounds: number, maxSeconds: number): Promise<Mark[]> {
  const server = await startServer({ settings: { DATABASE_URL: cluster.url, SEED: 'demo' } })
  await liftLimits(await cluster.address())
  const workload = new JobWorkload(
    await signInPerson(server, 'facility'),
    await signInPerson(server, 'contractor'),
  )
  const running = workload.run(8)
  let longestSeconds = 0
  for (let round = 0; round < rounds; round += 1) {
    await sleep(2000 + Math.random() * 1000)
    const start = performance.now()
    const repair = await cluster.failPrimary()
    await until(async () => (await healthOf(server)) === 200, 120_000)
    longestSeconds = Math.max(longestSeconds, (performance.now() - start) / 1000)
    await repair()
  }
  workload.stop()
  await running
  const { lost, duplicated } = await countWrites(await cluster.address(), workload)
  await server.stop()
  await cluster.stop()
  printLine(`${workload.awarded.length} jobs awarded, ${workload.retries} actions retried`)
  return [
    { condition: 'acknowledged writes lost', measured: lost, max: 0 },
    { condition: 'writes duplicated', measured: duplicated, max: 0 },
    { condition: 'writes refused', measured: workload.refusals.length, max: 0 },
    // @covers operations.failover
    {
      condition: 'longest time from the failure to healthy',
      measured: longestSeconds,
      max: maxSeconds,
      unit: ' s',
    },
  ]
}

export const failoverToStandby: Drill = {
  name: 'standby',
  summary: 'the primary fails and its synchronous standby is promoted, 4 times, while users work',
  run: async () => runFailovers(await Pair.start(), 4, 10),
}

export const failoverByPatroni: Drill = {
  name: 'patroni',
  summary: 'the primary fails and Patroni promotes the standby, twice, while users work',
  run: async () => runFailovers(await Patroni.start(), 2, 45),
}
