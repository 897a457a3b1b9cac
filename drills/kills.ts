import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, type Server, startServer, until } from '../tests/support/server.ts'
import { count } from './support/count.ts'
import { type Drill, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { person } from './support/people.ts'

const kills = 20

export const killsOfTheServer: Drill = {
  name: 'kills',
  does: `the server is killed (kill -9) ${kills} times while people post, bid, write and award`,
  async run() {
    let server = await startServer()
    await liftLimits(server.connection)
    const errands = new Errands(
      await person(server, 'facility'),
      await person(server, 'contractor'),
    )
    const running = errands.run(8)
    let longest = 0
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(300 + Math.random() * 1200)
      process.kill(server.serverPid, 'SIGKILL')
      await server.ended()
      const since = performance.now()
      server = await again(server)
      longest = Math.max(longest, (performance.now() - since) / 1000)
    }
    const before = errands.done.length
    await until(() => errands.done.length > before)
    errands.stop()
    await running
    const { lost, twice } = await count(server.connection, errands)
    await server.stop()
    say(`${errands.done.length} jobs awarded, ${errands.repeats} acts repeated`)
    return [
      // @covers operations.kill
      { what: 'acknowledged and lost', seen: lost, most: 0 },
      { what: 'done twice', seen: twice, most: 0 },
      { what: 'refused', seen: errands.refusals.length, most: 0 },
      { what: 'from start to ready, the longest', seen: longest, most: 5, unit: ' s' },
    ]
  },
}

async function again({ dataFolder, url }: Server) {
  const settings = { DATA_DIR: dataFolder, PORT: new URL(url).port }
  const server = await startServer({ settings })
  await until(async () => (await healthOf(server)) === 200)
  return server
}
