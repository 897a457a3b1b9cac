import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer, until } from '../tests/support/server.ts'
import { count } from './support/count.ts'
import { type Drill, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { person } from './support/people.ts'

const rounds = 5
/** These signals mean a fast shutdown, an immediate shutdown and a kill. */
const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const

export const endsOfTheDatabase: Drill = {
  name: 'database',
  does: `PostgreSQL is stopped fast, at once, and killed, ${rounds} times each, while people work`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const errands = new Errands(
      await person(server, 'facility'),
      await person(server, 'contractor'),
    )
    const running = errands.run(8)
    let longest = 0
    for (const signal of Array.from({ length: rounds }, () => signals).flat()) {
      await sleep(300 + Math.random() * 1200)
      const old = server.postgresPid
      const since = performance.now()
      process.kill(old, signal)
      await until(() => pidOf(() => server.postgresPid) !== old)
      await until(async () => (await healthOf(server)) === 200)
      longest = Math.max(longest, (performance.now() - since) / 1000)
    }
    errands.stop()
    await running
    const { lost, twice } = await count(server.connection, errands)
    await server.stop()
    say(`${errands.done.length} jobs awarded, ${errands.repeats} acts repeated`)
    return [
      { what: 'acknowledged and lost', seen: lost, most: 0 },
      { what: 'done twice', seen: twice, most: 0 },
      { what: 'refused', seen: errands.refusals.length, most: 0 },
      // @covers operations.database
      { what: 'from the signal to healthy, the longest', seen: longest, most: 5, unit: ' s' },
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
