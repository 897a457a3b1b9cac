import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer, temporaryFolder, until } from '../tests/support/server.ts'
import { countWrites } from './support/count.ts'
import { type Drill, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { signInPerson } from './support/people.ts'

const megabytes = 400

export const fullDisk: Drill = {
  name: 'full-disk',
  summary: `a small disk with the data folder is full for 5 s and has room again (only root can mount it)`,
  async run() {
    const folder = `${await temporaryFolder()}/disk`
    await mkdir(folder)
    const size = `size=${megabytes}m,mode=711`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder])
    try {
      return await fillAndFree(folder)
    } finally {
      execFileSync('umount', ['--lazy', folder])
    }
  },
}

async function fillAndFree(folder: string) {
  const server = await startServer({ settings: { DATA_DIR: `${folder}/data` } })
  await liftLimits(server.connection)
  const workload = new JobWorkload(
    await signInPerson(server, 'facility'),
    await signInPerson(server, 'contractor'),
  )
  const running = workload.run(8)
  await until(() => workload.awarded.length > 20)
  const ballast = `${folder}/ballast`
  await writeFile(ballast, Buffer.alloc(megabytes * 1024 * 1024)).catch(() => undefined)
  await sleep(5000)
  await rm(ballast)
  const start = performance.now()
  const awardedBefore = workload.awarded.length
  await until(
    async () => workload.awarded.length > awardedBefore && (await healthOf(server)) === 200,
  )
  const seconds = (performance.now() - start) / 1000
  workload.stop()
  await running
  const { lost, duplicated } = await countWrites(server.connection, workload)
  await server.stop()
  printLine(`${workload.awarded.length} jobs awarded, ${workload.retries} actions retried`)
  return [
    { condition: 'acknowledged writes lost', measured: lost, max: 0 },
    { condition: 'writes duplicated', measured: duplicated, max: 0 },
    { condition: 'writes refused', measured: workload.refusals.length, max: 0 },
    // @covers operations.full-disk
    {
      condition: 'time from free space to the next awarded job',
      measured: seconds,
      max: 10,
      unit: ' s',
    },
  ]
}
