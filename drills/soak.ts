import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOf, cpuOfMainThread, processFamily, residentMemoryOf } from '../bench/support/usage.ts'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { type Server, startServer, until } from '../tests/support/server.ts'
import { Visits } from './support/visits.ts'
import { countWrites } from './support/count.ts'
import { type Drill, type Mark, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { fillTokenCache } from './support/fill-token-cache.ts'
import { type Heap, prepareHeapMeasurement } from './support/heap.ts'
import { signInVisitor } from './support/visitor.ts'

const defaultMinutes = 30
const sampleIntervalMs = 2000
/** The number of samples. Each quarter of the run has three. */
const sampleCount = 12
/**
 * The length of the warm-up in minutes. During the warm-up, V8 compiles code and adapts the size of
 * its young generation, so memory grows without a leak.
 */
const warmUpMinutes = 7
const jwtSecret = randomBytes(32).toString('hex')
const metricsToken = randomBytes(32).toString('hex')

/**
 * Contains one sample. The number of jobs, the number of visits and the processor times are totals
 * since the start.
 */
interface Sample {
  minutes: number
  jobs: number
  visits: number
  /** Processor time in milliseconds. */
  serverCpuMs: number
  postgresCpuMs: number
  /** Readings of resident memory since the previous sample, in megabytes. */
  residentMegabytes: number[]
  /** The heap after a garbage collection, in megabytes. */
  heapMegabytes: number
}

interface Load {
  workload: JobWorkload
  visits: Visits
}

// @covers operations.soak
export const soak: Drill = {
  name: 'soak',
  summary: `users work, sign in, subscribe and leave for ${defaultMinutes} minutes, or the number of minutes after the name`,
  isOnlyByName: true,
  async run(minutes = defaultMinutes) {
    const heap = await prepareHeapMeasurement()
    const settings = { ...heap.settings, JWT_SECRET: jwtSecret, METRICS_TOKEN: metricsToken }
    const server = await startServer({ settings })
    await liftLimits(server.connection)
    const facility = await signInVisitor(server, 'facility')
    const contractor = await signInVisitor(server, 'contractor')
    await fillTokenCache(facility, jwtSecret)
    const workload = new JobWorkload(facility.person, contractor.person, 20)
    const visits = new Visits(server)
    const running = [workload.run(2), visits.run()]
    const samples = await takeSamples(server, heap, { workload, visits }, minutes)
    workload.stop()
    visits.stop()
    await Promise.all(running)
    const openCount = await countOpenResources(server)
    const { lost, duplicated } = await countWrites(server.connection, workload)
    await server.stop()
    const { refusals, retryReasons } = workload
    const errors = [...refusals, ...retryReasons, ...visits.failures]
    for (const error of errors.slice(0, 5)) printLine(error)
    return [
      { condition: 'errors', measured: errors.length, max: 0 },
      { condition: 'acknowledged writes lost or duplicated', measured: lost + duplicated, max: 0 },
      {
        condition: 'sockets, channels and subscriptions left after all users disconnected',
        measured: openCount,
        max: 0,
      },
      ...growthMarks(samples, minutes),
    ]
  },
}

async function takeSamples(server: Server, heap: Heap, load: Load, minutes: number) {
  const start = performance.now()
  const samples = [await takeSample(server, heap, load, 0, [])]
  let memoryReadings: number[] = []
  while (samples.length <= sampleCount) {
    await sleep(sampleIntervalMs)
    memoryReadings.push(await residentMemoryOf(server.serverPid))
    const elapsedMinutes = (performance.now() - start) / 60_000
    if (elapsedMinutes < (samples.length * minutes) / sampleCount) continue
    const sample = await takeSample(server, heap, load, elapsedMinutes, memoryReadings)
    printSample(sample, samples.at(-1) ?? sample)
    samples.push(sample)
    memoryReadings = []
  }
  return samples
}

async function takeSample(
  { serverPid, postgresPid }: Server,
  heap: Heap,
  { workload, visits }: Load,
  minutes: number,
  residentMegabytes: number[],
): Promise<Sample> {
  return {
    minutes,
    jobs: workload.awarded.length,
    visits: visits.finished,
    serverCpuMs: await cpuOfMainThread(serverPid),
    postgresCpuMs: await cpuOf(await processFamily(postgresPid)),
    residentMegabytes,
    heapMegabytes: await heap.measureMegabytes(serverPid),
  }
}

function printSample(current: Sample, previous: Sample) {
  const { jobs, serverCpuMs, postgresCpuMs } = difference(current, previous)
  const seconds = (current.minutes - previous.minutes) * 60
  printLine(
    `${current.minutes.toFixed(1)} min: ${Math.round(medianOf(current.residentMegabytes))} MB resident, ${current.heapMegabytes.toFixed(1)} MB heap; ` +
      `${current.jobs} jobs awarded, ${current.visits} visits; ${(jobs / seconds).toFixed(1)} jobs a second, and each took ` +
      `${(serverCpuMs / jobs).toFixed(1)} ms of the server and ${(postgresCpuMs / jobs).toFixed(1)} ms of PostgreSQL`,
  )
}

/**
 * Compares the second quarter of the run with the fourth quarter. The compared values are the
 * memory, and the processor time per job.
 */
function growthMarks(samples: Sample[], minutes: number): Mark[] {
  if (minutes / 4 < warmUpMinutes) {
    printLine(
      `The warm-up takes ${warmUpMinutes} minutes, so growth is checked only in runs of ${warmUpMinutes * 4} minutes or more.`,
    )
    return []
  }
  const [second, last] = [quarterOf(samples, 1), quarterOf(samples, 3)]
  const growthOf = (of: (quarter: Quarter) => number) => of(last) / of(second)
  return [
    {
      condition: 'heap after garbage collection, last quarter relative to second',
      measured: growthOf(({ heapMegabytes }) => heapMegabytes),
      max: 1.1,
    },
    {
      condition: 'resident memory, last quarter relative to second',
      measured: growthOf(({ residentMegabytes }) => residentMegabytes),
      max: 1.1,
    },
    {
      condition: 'processor time per job, last quarter relative to second',
      measured: growthOf(({ cpuMsPerJob }) => cpuMsPerJob),
      max: 1.25,
    },
  ]
}

type Quarter = ReturnType<typeof quarterOf>

function quarterOf(samples: Sample[], quarter: number) {
  const size = sampleCount / 4
  const [previous, ...quarterSamples] = samples.slice(quarter * size, (quarter + 1) * size + 1)
  const last = quarterSamples.at(-1)
  if (!previous || !last) throw new Error('There are too few samples.')
  const { jobs, serverCpuMs, postgresCpuMs } = difference(last, previous)
  return {
    residentMegabytes: medianOf(
      quarterSamples.flatMap(({ residentMegabytes }) => residentMegabytes),
    ),
    heapMegabytes: last.heapMegabytes,
    cpuMsPerJob: (serverCpuMs + postgresCpuMs) / jobs,
  }
}

function difference(current: Sample, previous: Sample) {
  return {
    jobs: current.jobs - previous.jobs,
    serverCpuMs: current.serverCpuMs - previous.serverCpuMs,
    postgresCpuMs: current.postgresCpuMs - previous.postgresCpuMs,
  }
}

/**
 * Waits up to 10 s for the server to release all sockets, channels and subscriptions. Returns how
 * many of them the server still holds.
 */
async function countOpenResources({ url }: Server) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  let openCount = Number.NaN
  const isEmpty = async () => {
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    const counts = [...text.matchAll(/^live\{.*\} (\d+)$/gmu)]
    openCount = counts.reduce((sum, [, openNumber]) => sum + Number(openNumber), 0)
    return counts.length > 0 && openCount === 0
  }
  await until(isEmpty, 10_000).catch(() => undefined)
  return openCount
}

function medianOf(numbers: number[]) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
