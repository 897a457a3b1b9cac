import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer, temporaryFolder, until } from '../tests/support/server.ts'
import { count } from './support/count.ts'
import { type Drill, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { person } from './support/people.ts'

const megabytes = 400

export const fullDisk: Drill = {
  name: 'full-disk',
  does: `the disk of the data folder (a small one; root alone may mount it) is full for 5 s, and has room again`,
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
  const errands = new Errands(await person(server, 'facility'), await person(server, 'contractor'))
  const running = errands.run(8)
  await until(() => errands.done.length > 20)
  const ballast = `${folder}/ballast`
  await writeFile(ballast, Buffer.alloc(megabytes * 1024 * 1024)).catch(() => undefined)
  await sleep(5000)
  await rm(ballast)
  const since = performance.now()
  const before = errands.done.length
  await until(async () => errands.done.length > before && (await healthOf(server)) === 200)
  const seconds = (performance.now() - since) / 1000
  errands.stop()
  await running
  const { lost, twice } = await count(server.connection, errands)
  await server.stop()
  say(`${errands.done.length} jobs awarded, ${errands.repeats} acts repeated`)
  return [
    { what: 'acknowledged and lost', seen: lost, most: 0 },
    { what: 'done twice', seen: twice, most: 0 },
    { what: 'refused', seen: errands.refusals.length, most: 0 },
    // @covers operations.full-disk
    { what: 'from room to work done', seen: seconds, most: 10, unit: ' s' },
  ]
}
