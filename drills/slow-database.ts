import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer } from '../tests/support/server.ts'
import { type Drill, printLine } from './support/drill.ts'
import { type Person, signInPerson } from './support/people.ts'

const lockMs = 15_000
const userNames = ['facility', 'facility2', 'contractor', 'contractor2']

export const slowDatabase: Drill = {
  name: 'slow-database',
  summary: `a locked table blocks all connections for requests for ${lockMs / 1000} s`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const users = await Promise.all(userNames.map((name) => signInPerson(server, name)))
    const locker = new Client(server.connection)
    await locker.connect()
    await locker.query('begin; lock table public.bids in access exclusive mode')
    const requestUsers = Array.from({ length: 40 }, (_, index) => users[index % userNames.length])
    const pendingResponses = Promise.all(
      requestUsers.flatMap((user) => (user ? [sendTimed(user)] : [])),
    )
    await sleep(lockMs / 2)
    const health = await healthOf(server)
    await sleep(lockMs / 2)
    await locker.query('commit')
    await locker.end()
    const responses = await pendingResponses
    const [first] = users
    const after = first ? await sendTimed(first) : { status: 0, seconds: Infinity }
    await server.stop()
    const statuses = responses.map(({ status }) => status)
    printLine(`statuses: ${[...new Set(statuses)].join(', ')}; health ${health}`)
    return [
      // @covers operations.slow-database
      {
        condition: 'responses that are neither 200 nor ask to retry',
        measured: statuses.filter((status) => ![200, 503, 504].includes(status)).length,
        max: 0,
      },
      {
        condition: 'longest response time',
        measured: Math.max(...responses.map(({ seconds }) => seconds)),
        max: 20,
        unit: ' s',
      },
      {
        condition: 'health checks during the lock that are not 200',
        measured: health === 200 ? 0 : 1,
        max: 0,
      },
      {
        condition: 'time of the first read afterward',
        measured: after.seconds,
        max: 1,
        unit: ' s',
      },
      {
        condition: 'first reads afterward that are not 200',
        measured: after.status === 200 ? 0 : 1,
        max: 0,
      },
    ]
  },
}

async function sendTimed({ url, headers }: Person) {
  const start = performance.now()
  const response = await fetch(`${url}/rest/v1/bids?select=id&limit=1`, { headers })
  await response.text()
  return { status: response.status, seconds: (performance.now() - start) / 1000 }
}
