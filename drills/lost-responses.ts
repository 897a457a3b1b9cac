import { liftLimits } from '../tests/support/lift-limits.ts'
import { startServer } from '../tests/support/server.ts'
import { countWrites } from './support/count.ts'
import { type Drill, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { startLosingProxy } from './support/losing-proxy.ts'
import { signInPerson } from './support/people.ts'

const totalJobs = 2500
const lostShare = 0.1

export const lostResponses: Drill = {
  name: 'lost-responses',
  summary: `every tenth of ${4 * totalJobs} actions loses its response and is retried with its key`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const proxy = await startLosingProxy(Number(new URL(server.url).port), lostShare)
    const workload = new JobWorkload(
      await signInPerson(server, 'facility', proxy.url),
      await signInPerson(server, 'contractor', proxy.url),
    )
    await workload.run(8, totalJobs)
    const { lost, duplicated } = await countWrites(server.connection, workload)
    proxy.close()
    await server.stop()
    printLine(`${proxy.lostCount()} responses lost, ${workload.retries} actions retried`)
    return [
      { condition: 'acknowledged writes lost', measured: lost, max: 0 },
      // @covers operations.lost-responses
      { condition: 'writes duplicated', measured: duplicated, max: 0 },
      { condition: 'writes refused', measured: workload.refusals.length, max: 0 },
      { condition: 'jobs not completed', measured: totalJobs - workload.awarded.length, max: 0 },
    ]
  },
}
