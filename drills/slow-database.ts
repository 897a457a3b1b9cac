import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, startServer } from '../tests/support/server.ts'
import { type Drill, say } from './support/drill.ts'
import { type Person, person } from './support/people.ts'

const lockedFor = 15_000
const people = ['facility', 'facility2', 'contractor', 'contractor2']

export const slowDatabase: Drill = {
  name: 'slow-database',
  does: `all connections for requests are held up for ${lockedFor / 1000} s by a table that somebody locked`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const everybody = await Promise.all(people.map((name) => person(server, name)))
    const locker = new Client(server.connection)
    await locker.connect()
    await locker.query('begin; lock table public.bids in access exclusive mode')
    const requests = Array.from({ length: 40 }, (_, n) => everybody[n % people.length])
    const asked = Promise.all(requests.flatMap((one) => (one ? [timed(one)] : [])))
    await sleep(lockedFor / 2)
    const health = await healthOf(server)
    await sleep(lockedFor / 2)
    await locker.query('commit')
    await locker.end()
    const answers = await asked
    const [first] = everybody
    const after = first ? await timed(first) : { status: 0, seconds: Infinity }
    await server.stop()
    const statuses = answers.map(({ status }) => status)
    say(`answered with ${[...new Set(statuses)].join(', ')}; health ${health}`)
    return [
      // @covers operations.slow-database
      {
        what: 'answers that are neither right nor say "later"',
        seen: statuses.filter((status) => ![200, 503, 504].includes(status)).length,
        most: 0,
      },
      {
        what: 'longest until an answer',
        seen: Math.max(...answers.map(({ seconds }) => seconds)),
        most: 20,
        unit: ' s',
      },
      { what: 'health while it lasts, not 200', seen: health === 200 ? 0 : 1, most: 0 },
      { what: 'first read afterwards', seen: after.seconds, most: 1, unit: ' s' },
      { what: 'and not 200', seen: after.status === 200 ? 0 : 1, most: 0 },
    ]
  },
}

async function timed({ url, headers }: Person) {
  const since = performance.now()
  const answer = await fetch(`${url}/rest/v1/bids?select=id&limit=1`, { headers })
  await answer.text()
  return { status: answer.status, seconds: (performance.now() - since) / 1000 }
}
