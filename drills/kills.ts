import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, type Server, startServer, until } from '../tests/support/server.ts'
import { countWrites } from './support/count.ts'
import { type Drill, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { signInPerson } from './support/people.ts'

const kills = 20

export const serverKills: Drill = {
  name: 'kills',
  summary: `the server is killed (kill -9) ${kills} times while users post, bid, write and award`,
  async run() {
    let server = await startServer()
    await liftLimits(server.connection)
    const workload = new JobWorkload(
      await signInPerson(server, 'facility'),
      await signInPerson(server, 'contractor'),
    )
    const running = workload.run(8)
    let longestSeconds = 0
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(300 + Math.random() * 1200)
      process.kill(server.serverPid, 'SIGKILL')
      await server.waitForExit()
      const start = performance.now()
      server = await restart(server)
      longestSeconds = Math.max(longestSeconds, (performance.now() - start) / 1000)
    }
    const awardedBefore = workload.awarded.length
    await until(() => workload.awarded.length > awardedBefore)
    workload.stop()
    await running
    const { lost, duplicated } = await countWrites(server.connection, workload)
    await server.stop()
    printLine(`${workload.awarded.length} jobs awarded, ${workload.retries} actions retried`)
    return [
      // @covers operations.kill
      { condition: 'acknowledged writes lost', measured: lost, max: 0 },
      { condition: 'writes duplicated', measured: duplicated, max: 0 },
      { condition: 'writes refused', measured: workload.refusals.length, max: 0 },
      {
        condition: 'longest time from start to ready',
        measured: longestSeconds,
        max: 5,
        unit: ' s',
      },
    ]
  },
}

async function restart({ dataFolder, url }: Server) {
  const settings = { DATA_DIR: dataFolder, PORT: new URL(url).port }
  const server = await startServer({ settings })
  await until(async () => (await healthOf(server)) === 200)
  return server
}
