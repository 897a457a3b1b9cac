import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer, until } from '../tests/support/server.ts'
import { countWrites } from './support/count.ts'
import { type Drill, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { signInPerson } from './support/people.ts'

const rounds = 5
/** In PostgreSQL, these signals mean a fast shutdown, an immediate shutdown and a kill. */
const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const

export const databaseStops: Drill = {
  name: 'database',
  summary: `PostgreSQL is stopped fast, stopped immediately, and killed, ${rounds} times each, while users work`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const workload = new JobWorkload(
      await signInPerson(server, 'facility'),
      await signInPerson(server, 'contractor'),
    )
    const running = workload.run(8)
    let longestSeconds = 0
    for (const signal of Array.from({ length: rounds }, () => signals).flat()) {
      await sleep(300 + Math.random() * 1200)
      const oldPid = server.postgresPid
      const start = performance.now()
      process.kill(oldPid, signal)
      await until(() => pidOf(() => server.postgresPid) !== oldPid)
      await until(async () => (await healthOf(server)) === 200)
      longestSeconds = Math.max(longestSeconds, (performance.now() - start) / 1000)
    }
    workload.stop()
    await running
    const { lost, duplicated } = await countWrites(server.connection, workload)
    await server.stop()
    printLine(`${workload.awarded.length} jobs awarded, ${workload.retries} actions retried`)
    return [
      { condition: 'acknowledged writes lost', measured: lost, max: 0 },
      { condition: 'writes duplicated', measured: duplicated, max: 0 },
      { condition: 'writes refused', measured: workload.refusals.length, max: 0 },
      // @covers operations.database
      {
        condition: 'longest time from the signal to healthy',
        measured: longestSeconds,
        max: 5,
        unit: ' s',
      },
    ]
  },
}

/** Returns undefined while PostgreSQL is down, because there is no pid file then. */
function pidOf(read: () => number) {
  try {
    return read()
  } catch {
    return undefined
  }
}
