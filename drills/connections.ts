import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { healthOf, type Server, startServer, until } from '../tests/support/server.ts'
import { type Drill, say } from './support/drill.ts'
import { type Person, person } from './support/people.ts'

const takenFor = 15_000
const askEvery = 100
const people = ['facility', 'facility2', 'contractor', 'contractor2']
const calls = ['rest/v1/jobs?select=id&limit=1', 'auth/v1/user', 'storage/v1/bucket']

export const noConnections: Drill = {
  name: 'connections',
  does: `others take every connection to PostgreSQL for ${takenFor / 1000} s, while people ask all dialects`,
  async run() {
    const server = await startServer()
    await liftLimits(server.connection)
    const everybody = await Promise.all(people.map((name) => person(server, name)))
    const before = await Promise.all(
      everybody.flatMap((one) => calls.map((call) => timed(one, call))),
    )
    const takers = await takeAll(server)
    const asked: Promise<Answered>[] = []
    for (let at = 0; at < takenFor / askEvery; at += 1) {
      const one = everybody[at % everybody.length]
      const call = calls[at % calls.length]
      if (one && call) asked.push(timed(one, call))
      await sleep(askEvery)
    }
    const health = await healthOf(server)
    const answers = await Promise.all(asked)
    await Promise.all(takers.map((taker) => taker.end()))
    const since = performance.now()
    await until(async () => (await healthOf(server)) === 200)
    const [first] = everybody
    if (first) {
      for (const call of calls) await until(async () => (await timed(first, call)).status === 200)
    }
    const back = (performance.now() - since) / 1000
    await server.stop()
    const kinds = answers.map(({ status, code }) => `${status} ${code}`.trim())
    say(`answered with ${[...new Set(kinds)].join(', ')}; health ${health}`)
    return [
      {
        what: 'answers before, not 200',
        seen: before.filter(({ status }) => status !== 200).length,
        most: 0,
      },
      // @covers operations.connections
      {
        what: 'answers meanwhile that are neither right nor 503 with a code',
        seen: answers.filter(({ status, code }) => status !== 200 && !(status === 503 && code))
          .length,
        most: 0,
      },
      {
        what: 'longest until an answer',
        seen: Math.max(...answers.map(({ seconds }) => seconds)),
        most: 11,
        unit: ' s',
      },
      { what: 'health meanwhile, not 503', seen: health === 503 ? 0 : 1, most: 0 },
      { what: 'from room until all is well', seen: back, most: 5, unit: ' s' },
    ]
  },
}

/**
 * Takes every database connection, and returns the clients that hold them. It terminates the
 * server's backends until the server can no longer connect.
 */
async function takeAll({ connection }: Server) {
  const takers: Client[] = []
  const take = async () => {
    const client = new Client({ ...connection, application_name: 'taker' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      takers.push(client)
      return true
    } catch {
      return false
    }
  }
  for (let taken = true; taken;) taken = await take()
  const [first] = takers
  if (!first) throw new Error('There was no connection to take.')
  const others =
    "from pg_stat_activity where backend_type = 'client backend' and application_name <> 'taker'"
  // The server reconnects at once, so this may need several attempts.
  await until(async () => {
    const { rowCount } = await first.query(`select pg_terminate_backend(pid) ${others}`)
    for (let taken = true; taken;) taken = await take()
    return rowCount === 0
  })
  return takers
}

interface Answered {
  status: number
  code: string
  seconds: number
}

const coded = z.looseObject({
  code: z.union([z.string(), z.number()]).optional(),
  error_code: z.string().optional(),
  error: z.string().optional(),
})

async function timed({ url, headers }: Person, call: string): Promise<Answered> {
  const since = performance.now()
  const answer = await fetch(`${url}/${call}`, { headers })
  const read = coded.safeParse(await answer.json())
  const { error_code: named, error, code } = read.success ? read.data : {}
  const seconds = (performance.now() - since) / 1000
  return { status: answer.status, code: String(named ?? error ?? code ?? ''), seconds }
}
