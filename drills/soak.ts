import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOf, cpuOfMainThread, family, residentMemoryOf } from '../bench/support/usage.ts'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { type Server, startServer, until } from '../tests/support/server.ts'
import { Visits } from './support/visits.ts'
import { count } from './support/count.ts'
import { type Drill, type Mark, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { fillMemory } from './support/fill-memory.ts'
import { type Heap, watchedHeap } from './support/heap.ts'
import { visitor } from './support/visitor.ts'

const usual = 30
const sampleEvery = 2000
/** The number of samples. Each quarter of the run has three. */
const sampleCount = 12
/**
 * Minutes of warm-up. Until then, V8 compiles code and adapts the size of its young generation, so
 * memory grows without a leak.
 */
const warmsUp = 7
const jwtSecret = randomBytes(32).toString('hex')
const metricsToken = randomBytes(32).toString('hex')

/**
 * One sample. The numbers of jobs and visits and the processor times are totals since the start.
 */
interface Sample {
  minutes: number
  jobs: number
  visits: number
  /** Processor time in milliseconds. */
  ofServer: number
  ofPostgres: number
  /** Readings of resident memory since the previous sample, in megabytes. */
  resident: number[]
  /** The heap after a garbage collection, in megabytes. */
  held: number
}

interface Crowd {
  errands: Errands
  comers: Visits
}

// @covers operations.soak
export const soak: Drill = {
  name: 'soak',
  does: `people work, come, follow and leave for ${usual} minutes, or as many as stand behind the name`,
  isOnlyByName: true,
  async run(minutes = usual) {
    const heap = await watchedHeap()
    const settings = { ...heap.settings, JWT_SECRET: jwtSecret, METRICS_TOKEN: metricsToken }
    const server = await startServer({ settings })
    await liftLimits(server.connection)
    const facility = await visitor(server, 'facility')
    const contractor = await visitor(server, 'contractor')
    await fillMemory(facility, jwtSecret)
    const errands = new Errands(facility.person, contractor.person, 20)
    const comers = new Visits(server)
    const running = [errands.run(2), comers.run()]
    const samples = await watch(server, heap, { errands, comers }, minutes)
    errands.stop()
    comers.stop()
    await Promise.all(running)
    const kept = await keptBy(server)
    const { lost, twice } = await count(server.connection, errands)
    await server.stop()
    const { refusals, troubles } = errands
    const errors = [...refusals, ...troubles, ...comers.failures]
    for (const error of errors.slice(0, 5)) say(error)
    return [
      { what: 'errors', seen: errors.length, most: 0 },
      { what: 'acknowledged and lost, or done twice', seen: lost + twice, most: 0 },
      { what: 'sockets, channels and subscriptions kept when all have left', seen: kept, most: 0 },
      ...growth(samples, minutes),
    ]
  },
}

async function watch(server: Server, heap: Heap, crowd: Crowd, minutes: number) {
  const begun = performance.now()
  const samples = [await takeSample(server, heap, crowd, 0, [])]
  let memoryReadings: number[] = []
  while (samples.length <= sampleCount) {
    await sleep(sampleEvery)
    memoryReadings.push(await residentMemoryOf(server.serverPid))
    const passed = (performance.now() - begun) / 60_000
    if (passed < (samples.length * minutes) / sampleCount) continue
    const sample = await takeSample(server, heap, crowd, passed, memoryReadings)
    tell(sample, samples.at(-1) ?? sample)
    samples.push(sample)
    memoryReadings = []
  }
  return samples
}

async function takeSample(
  { serverPid, postgresPid }: Server,
  heap: Heap,
  { errands, comers }: Crowd,
  minutes: number,
  resident: number[],
): Promise<Sample> {
  return {
    minutes,
    jobs: errands.done.length,
    visits: comers.came,
    ofServer: await cpuOfMainThread(serverPid),
    ofPostgres: await cpuOf(await family(postgresPid)),
    resident,
    held: await heap.heldBy(serverPid),
  }
}

function tell(now: Sample, before: Sample) {
  const { jobs, ofServer, ofPostgres } = difference(now, before)
  const seconds = (now.minutes - before.minutes) * 60
  say(
    `${now.minutes.toFixed(1)} min: ${Math.round(middleOf(now.resident))} MB resident, ${now.held.toFixed(1)} MB held; ` +
      `${now.jobs} jobs awarded, ${now.visits} visits; ${(jobs / seconds).toFixed(1)} jobs a second, each ` +
      `${(ofServer / jobs).toFixed(1)} ms of the server and ${(ofPostgres / jobs).toFixed(1)} ms of PostgreSQL`,
  )
}

/**
 * Compares memory and processor time per job in the last quarter with those in the second quarter.
 */
function growth(samples: Sample[], minutes: number): Mark[] {
  if (minutes / 4 < warmsUp) {
    say(
      `It warms up for ${warmsUp} minutes: growth is looked at in runs of ${warmsUp * 4} and more.`,
    )
    return []
  }
  const [second, last] = [quarterOf(samples, 1), quarterOf(samples, 3)]
  const compared = (of: (quarter: Quarter) => number) => of(last) / of(second)
  return [
    {
      what: 'held after a collection at the end of the last quarter to that of the second',
      seen: compared(({ held }) => held),
      most: 1.1,
    },
    {
      what: 'memory of the last quarter to that of the second',
      seen: compared(({ resident }) => resident),
      most: 1.1,
    },
    {
      what: 'processor time for a job in the last quarter to that in the second',
      seen: compared(({ work }) => work),
      most: 1.25,
    },
  ]
}

type Quarter = ReturnType<typeof quarterOf>

function quarterOf(samples: Sample[], quarter: number) {
  const size = sampleCount / 4
  const [before, ...some] = samples.slice(quarter * size, (quarter + 1) * size + 1)
  const end = some.at(-1)
  if (!before || !end) throw new Error('It was not looked often enough.')
  const { jobs, ofServer, ofPostgres } = difference(end, before)
  return {
    resident: middleOf(some.flatMap(({ resident }) => resident)),
    held: end.held,
    work: (ofServer + ofPostgres) / jobs,
  }
}

function difference(now: Sample, before: Sample) {
  return {
    jobs: now.jobs - before.jobs,
    ofServer: now.ofServer - before.ofServer,
    ofPostgres: now.ofPostgres - before.ofPostgres,
  }
}

/**
 * Returns how many sockets, channels and subscriptions the server still holds. Waits up to 10 s for
 * it to release them.
 */
async function keptBy({ url }: Server) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  let kept = Number.NaN
  const nothing = async () => {
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    const counts = [...text.matchAll(/^live\{.*\} (\d+)$/gmu)]
    kept = counts.reduce((sum, [, each]) => sum + Number(each), 0)
    return counts.length > 0 && kept === 0
  }
  await until(nothing, 10_000).catch(() => undefined)
  return kept
}

function middleOf(seen: number[]) {
  return seen.toSorted((one, other) => one - other)[Math.floor(seen.length / 2)] ?? Number.NaN
}
