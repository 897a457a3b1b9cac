import { liftLimits } from '../tests/support/lift-limits.ts'
import { count } from './support/count.ts'
import { type Drill, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { person } from './support/people.ts'
import { startServers } from './support/several-servers.ts'

const rounds = 3

export const rollingRestart: Drill = {
  name: 'rolling',
  does: `two servers behind nginx are restarted one after the other, ${rounds} times, while people work`,
  async run() {
    const { url, nodes, address, restart, stop, proxySaid } = await startServers(2)
    await liftLimits(address)
    // A restart applies the lifted limits. A running server would apply them a moment later and
    // refuse the first requests.
    for (const at of nodes.keys()) await restart(at)
    const [node] = nodes
    if (!node) throw new Error('There is no server.')
    const errands = new Errands(
      await person(node, 'facility', url),
      await person(node, 'contractor', url),
    )
    const running = errands.run(8)
    for (let turn = 0; turn < 2 * rounds; turn += 1) await restart(turn % 2)
    errands.stop()
    await running
    const { lost, twice } = await count(address, errands)
    await stop()
    say(`${errands.done.length} jobs awarded`)
    if (errands.repeats > 0) say(`${errands.troubles.join('\n')}\n${await proxySaid()}`)
    return [
      // @covers operations.rolling
      { what: 'requests that failed', seen: errands.repeats, most: 0 },
      { what: 'acknowledged and lost', seen: lost, most: 0 },
      { what: 'done twice', seen: twice, most: 0 },
      { what: 'refused', seen: errands.refusals.length, most: 0 },
    ]
  },
}
