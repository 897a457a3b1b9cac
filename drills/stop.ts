import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { startServer } from '../tests/support/server.ts'
import { type Drill, printLine } from './support/drill.ts'
import { type Person, signInPerson } from './support/people.ts'

const rounds = 5
const concurrency = 32

export const stopsUnderLoad: Drill = {
  name: 'stop',
  summary: `the server is stopped (SIGTERM) ${rounds} times during ${concurrency} requests`,
  async run() {
    let failedCount = 0
    let answeredCount = 0
    let longestSeconds = 0
    let settings = {}
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ settings })
      settings = { DATA_DIR: server.dataFolder, PORT: new URL(server.url).port }
      await liftLimits(server.connection)
      const facility = await signInPerson(server, 'facility')
      const abortController = new AbortController()
      const running = Promise.all(
        Array.from({ length: concurrency }, async (_, index) => {
          while (!abortController.signal.aborted) {
            const outcome = await (index % 2 ? readJobs(facility) : postJob(facility))
            if (outcome === 'refused') return
            if (outcome === 'failed') failedCount += 1
            else answeredCount += 1
          }
        }),
      )
      await sleep(1000)
      const start = performance.now()
      await server.stop()
      longestSeconds = Math.max(longestSeconds, (performance.now() - start) / 1000)
      abortController.abort()
      await running
    }
    printLine(`${answeredCount} requests answered`)
    return [
      // @covers operations.stop
      { condition: 'started requests that failed', measured: failedCount, max: 0 },
      {
        condition: 'longest time from the signal to the exit',
        measured: longestSeconds,
        max: 10,
        unit: ' s',
      },
    ]
  },
}

const readJobs = ({ url, headers }: Person) =>
  outcomeOf(`${url}/rest/v1/jobs?select=*,bids(*)&limit=5`, { headers })

const postJob = ({ url, headers, id }: Person) => {
  const job = { facility_id: id, title: 'Mend the gate', description: 'It hangs.', budget: 100 }
  return outcomeOf(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(job),
  })
}

/** A refused connection does not count as a failure, because a proxy would try another server. */
async function outcomeOf(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request)
    await response.text()
    return response.status < 300 ? 'answered' : 'failed'
  } catch (error) {
    return isConnectionRefused(error) ? 'refused' : 'failed'
  }
}

const isConnectionRefused = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'
