import { liftLimits } from '../tests/support/lift-limits.ts'
import { startServer } from '../tests/support/server.ts'
import { count } from './support/count.ts'
import { type Drill, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { losingProxy } from './support/losing-proxy.ts'
import { person } from './support/people.ts'

const errandsInAll = 2500
const lostShare = 0.1

export const lostAnswers: Drill = {
  name: 'lost-answers',
  does: `of ${4 * errandsInAll} acts every tenth loses its answer on the way, and is done again with its key`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const proxy = await losingProxy(Number(new URL(server.url).port), lostShare)
    const errands = new Errands(
      await person(server, 'facility', proxy.url),
      await person(server, 'contractor', proxy.url),
    )
    await errands.run(8, errandsInAll)
    const { lost, twice } = await count(server.connection, errands)
    proxy.close()
    await server.stop()
    say(`${proxy.lost()} answers lost, ${errands.repeats} acts repeated`)
    return [
      { what: 'acknowledged and lost', seen: lost, most: 0 },
      // @covers operations.lost-responses
      { what: 'done twice', seen: twice, most: 0 },
      { what: 'refused', seen: errands.refusals.length, most: 0 },
      { what: 'not done', seen: errandsInAll - errands.done.length, most: 0 },
    ]
  },
}
