import { setTimeout as sleep } from 'node:timers/promises'
import { residentMemoryOf } from '../bench/support/usage.ts'
import { type Server, startServer } from '../tests/support/server.ts'
import { count } from './support/count.ts'
import { type Drill, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { liftLimits } from './support/people.ts'
import { askedAs, visitor } from './support/visitor.ts'

const usual = 30
const lookEvery = 2000
const comeEvery = 250

export const soak: Drill = {
  name: 'soak',
  does: `people work, come, follow and leave for ${usual} minutes, or as many as stand behind the name`,
  isOnlyByName: true,
  async run(minutes = usual) {
    const server = await startServer()
    await liftLimits(server.connection)
    const facility = await visitor(server, 'facility')
    const contractor = await visitor(server, 'contractor')
    const errands = new Errands(facility.person, contractor.person, 20)
    const running = errands.run(2)
    const over = new AbortController()
    const failures: string[] = []
    const visits = comeAndGo(server, over.signal, failures)
    const memory: number[] = []
    const until = performance.now() + minutes * 60_000
    while (performance.now() < until) {
      await sleep(lookEvery)
      memory.push(await residentMemoryOf(server.serverPid))
    }
    errands.stop()
    over.abort()
    await running
    const came = await visits
    const { lost, twice } = await count(server.connection, errands)
    await server.stop()
    const [second, last] = [quarterOf(memory, 1), quarterOf(memory, 3)]
    say(
      `${minutes} minutes: ${errands.done.length} jobs awarded, ${came} visits; resident memory ` +
        `${Math.round(second)} MB in the second quarter, ${Math.round(last)} in the last, ${Math.round(Math.max(...memory))} at most`,
    )
    for (const failure of failures.slice(0, 5)) say(failure)
    return [
      {
        what: 'errors',
        seen: errands.refusals.length + errands.repeats + failures.length,
        most: 0,
      },
      { what: 'acknowledged and lost, or done twice', seen: lost + twice, most: 0 },
      { what: 'memory of the last quarter to that of the second', seen: last / second, most: 1.1 },
    ]
  },
}

/** One after the other signs in, reads, follows for a while, and leaves. */
async function comeAndGo(server: Server, over: AbortSignal, failures: string[]) {
  let came = 0
  while (!over.aborted) {
    try {
      const person = await visitor(server, came % 2 ? 'contractor2' : 'facility2')
      const line = await person.follow()
      const { status } = await askedAs(person)
      if (status !== 200) failures.push(`A read was answered with ${status}.`)
      await sleep(comeEvery)
      if (line.isClosed()) failures.push('A line was closed.')
      line.leave()
      came += 1
    } catch (error) {
      failures.push(String(error))
    }
  }
  return came
}

/** The middle of what was seen in it. */
function quarterOf(memory: number[], quarter: number) {
  const size = memory.length / 4
  const seen = memory
    .slice(quarter * size, (quarter + 1) * size)
    .toSorted((one, other) => one - other)
  return seen[Math.floor(seen.length / 2)] ?? Number.NaN
}
