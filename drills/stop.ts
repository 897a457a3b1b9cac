import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { startServer } from '../tests/support/server.ts'
import { type Drill, say } from './support/drill.ts'
import { type Person, person } from './support/people.ts'

const rounds = 5
const lanes = 32

export const stopsUnderLoad: Drill = {
  name: 'stop',
  does: `the server is told to stop (SIGTERM) ${rounds} times while ${lanes} requests are on their way`,
  async run() {
    let failed = 0
    let answered = 0
    let longest = 0
    let settings = {}
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ settings })
      settings = { DATA_DIR: server.dataFolder, PORT: new URL(server.url).port }
      await liftLimits(server.connection)
      const facility = await person(server, 'facility')
      const over = new AbortController()
      const running = Promise.all(
        Array.from({ length: lanes }, async (_, lane) => {
          while (!over.signal.aborted) {
            const outcome = await (lane % 2 ? read(facility) : post(facility))
            if (outcome === 'nobody') return
            if (outcome === 'failed') failed += 1
            else answered += 1
          }
        }),
      )
      await sleep(1000)
      const since = performance.now()
      await server.stop()
      longest = Math.max(longest, (performance.now() - since) / 1000)
      over.abort()
      await running
    }
    say(`${answered} requests answered`)
    return [
      // @covers operations.stop
      { what: 'requests that began and failed', seen: failed, most: 0 },
      { what: 'from the signal to the end, the longest', seen: longest, most: 10, unit: ' s' },
    ]
  },
}

const read = ({ url, headers }: Person) =>
  outcomeOf(`${url}/rest/v1/jobs?select=*,bids(*)&limit=5`, { headers })

const post = ({ url, headers, id }: Person) => {
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
    const answer = await fetch(url, request)
    await answer.text()
    return answer.status < 300 ? 'answered' : 'failed'
  } catch (error) {
    return isRefusedLine(error) ? 'nobody' : 'failed'
  }
}

const isRefusedLine = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'
