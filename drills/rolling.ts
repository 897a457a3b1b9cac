import { liftLimits } from '../tests/support/lift-limits.ts'
import { countWrites } from './support/count.ts'
import { type Drill, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { signInPerson } from './support/people.ts'
import { startServers } from './support/several-servers.ts'

const rounds = 3

export const rollingRestart: Drill = {
  name: 'rolling',
  summary: `two servers behind nginx are restarted one after the other, ${rounds} times, while users work`,
  async run() {
    const { url, nodes, address, restart, stop, readProxyErrors } = await startServers(2)
    await liftLimits(address)
    // Restart all servers, so that they have the lifted limits from their first request. Without a restart, a server
    // would keep the old limits for a moment and refuse requests.
    for (const index of nodes.keys()) await restart(index)
    const [node] = nodes
    if (!node) throw new Error('There is no server.')
    const workload = new JobWorkload(
      await signInPerson(node, 'facility', url),
      await signInPerson(node, 'contractor', url),
    )
    const running = workload.run(8)
    for (let step = 0; step < 2 * rounds; step += 1) await restart(step % 2)
    workload.stop()
    await running
    const { lost, duplicated } = await countWrites(address, workload)
    await stop()
    printLine(`${workload.awarded.length} jobs awarded`)
    if (workload.retries > 0)
      printLine(`${workload.retryReasons.join('\n')}\n${await readProxyErrors()}`)
    return [
      // @covers operations.rolling
      { condition: 'failed requests', measured: workload.retries, max: 0 },
      { condition: 'acknowledged writes lost', measured: lost, max: 0 },
      { condition: 'writes duplicated', measured: duplicated, max: 0 },
      { condition: 'writes refused', measured: workload.refusals.length, max: 0 },
    ]
  },
}
