import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, type Server, startServer, until } from '../tests/support/server.ts'
import { type Drill, printLine } from './support/drill.ts'
import { type Person, signInPerson } from './support/people.ts'

const outageMs = 15_000
const requestIntervalMs = 100
const userNames = ['facility', 'facility2', 'contractor', 'contractor2']
const paths = ['rest/v1/jobs?select=id&limit=1', 'auth/v1/user', 'storage/v1/bucket']

export const noConnections: Drill = {
  name: 'connections',
  summary: `other clients take every connection to PostgreSQL for ${outageMs / 1000} s while users send requests to all dialects`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const users = await Promise.all(userNames.map((name) => signInPerson(server, name)))
    const responsesBefore = await Promise.all(
      users.flatMap((user) => paths.map((path) => sendTimed(user, path))),
    )
    const clients = await takeAll(server)
    const requests: Promise<TimedResponse>[] = []
    for (let index = 0; index < outageMs / requestIntervalMs; index += 1) {
      const user = users[index % users.length]
      const path = paths[index % paths.length]
      if (user && path) requests.push(sendTimed(user, path))
      await sleep(requestIntervalMs)
    }
    const health = await healthOf(server)
    const responses = await Promise.all(requests)
    await Promise.all(clients.map((client) => client.end()))
    const start = performance.now()
    await until(async () => (await healthOf(server)) === 200)
    const [first] = users
    if (first) {
      for (const path of paths)
        await until(async () => (await sendTimed(first, path)).status === 200)
    }
    const recoverySeconds = (performance.now() - start) / 1000
    await server.stop()
    const outcomes = responses.map(({ status, code }) => `${status} ${code}`.trim())
    printLine(`statuses: ${[...new Set(outcomes)].join(', ')}; health ${health}`)
    return [
      {
        condition: 'responses before the outage that are not 200',
        measured: responsesBefore.filter(({ status }) => status !== 200).length,
        max: 0,
      },
      // @covers operations.connections
      {
        condition: 'responses during the outage that are neither 200 nor 503 with a code',
        measured: responses.filter(
          ({ status, code }) => status !== 200 && !(status === 503 && code),
        ).length,
        max: 0,
      },
      {
        condition: 'longest response time',
        measured: Math.max(...responses.map(({ seconds }) => seconds)),
        max: 11,
        unit: ' s',
      },
      {
        condition: 'health checks during the outage that are not 503',
        measured: health === 503 ? 0 : 1,
        max: 0,
      },
      {
        condition: 'time from free connections to healthy',
        measured: recoverySeconds,
        max: 5,
        unit: ' s',
      },
    ]
  },
}

/**
 * Takes every database connection, and returns the clients that hold the connections. The function
 * terminates the server's own connections until the server can no longer connect.
 */
async function takeAll({ connection }: Server) {
  const clients: Client[] = []
  const takeConnection = async () => {
    const client = new Client({ ...connection, application_name: 'taker' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      clients.push(client)
      return true
    } catch {
      return false
    }
  }
  for (let isTaken = true; isTaken;) isTaken = await takeConnection()
  const [first] = clients
  if (!first) throw new Error('There was no connection to take.')
  const others =
    "from pg_stat_activity where backend_type = 'client backend' and application_name <> 'taker'"
  // The server reconnects as soon as its connections end, so the loop may need several rounds.
  await until(async () => {
    const { rowCount } = await first.query(`select pg_terminate_backend(pid) ${others}`)
    for (let isTaken = true; isTaken;) isTaken = await takeConnection()
    return rowCount === 0
  })
  return clients
}

interface TimedResponse {
  status: number
  code: string
  seconds: number
}

const errorBody = z.looseObject({
  code: z.union([z.string(), z.number()]).optional(),
  error_code: z.string().optional(),
  error: z.string().optional(),
})

async function sendTimed({ url, headers }: Person, path: string): Promise<TimedResponse> {
  const start = performance.now()
  const response = await fetch(`${url}/${path}`, { headers })
  const parsed = errorBody.safeParse(await response.json())
  const { error_code: errorCode, error, code } = parsed.success ? parsed.data : {}
  const seconds = (performance.now() - start) / 1000
  return { status: response.status, code: String(errorCode ?? error ?? code ?? ''), seconds }
}
