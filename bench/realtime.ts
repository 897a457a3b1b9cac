// Measures how long a new row takes to reach up to 2,000 users, each on a separate socket. The server's check of who
// may see the row is part of this time. Writes bench/results/realtime.md.
import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { z } from 'zod'
import { liftLimitsOn } from '../tests/support/lift-limits.ts'
import { type Server, startServer } from '../tests/support/server.ts'
import { until } from '../tests/support/until.ts'
import { type LeanSocket, openLeanSocket } from './support/lean-socket.ts'
import { cpuOf, processFamily } from './support/usage.ts'

const contractorCount = 2000
const facilityCount = 10
const measuredSeconds = 20
const warmUpSeconds = 3

interface Case {
  name: string
  perSecond: number
  /** The number of users who follow jobs. */
  followers: number
  /** Whether each user follows the jobs of one facility only. */
  isFiltered: boolean
}

const cases: Case[] = [
  { name: '10 inserts/s, nobody follows', perSecond: 10, followers: 0, isFiltered: false },
  {
    name: '50 inserts/s, filters leave 50 of 500',
    perSecond: 50,
    followers: 500,
    isFiltered: true,
  },
  { name: '10 inserts/s, 500 follow all', perSecond: 10, followers: 500, isFiltered: false },
  { name: '10 inserts/s, 2,000 follow all', perSecond: 10, followers: 2000, isFiltered: false },
]

/** The titles of measured jobs are `at` and the time of the request. */
const titleKey = '"title":"'
const titleStart = Buffer.from(`${titleKey}at `)

const secretsFile = z.object({ jwtSecret: z.string(), anonKey: z.string() })
type Keys = z.infer<typeof secretsFile>
const personRows = z.array(z.object({ id: z.string(), session: z.string() }))
type Person = z.infer<typeof personRows>[number]
export async function measureRealtime() {
  const [load = 0] = loadavg()
  const server = await startServer()
  const pool = new Pool(server.connection)
  try {
    await liftLimitsOn(pool)
    const secrets = secretsFile.parse(
      JSON.parse(await readFile(join(server.dataFolder, 'secrets.json'), 'utf8')),
    )
    const jobOwners = await makePeople(pool, 'facility', facilityCount)
    const contractors = await makePeople(pool, 'contractor', contractorCount)
    const rows: string[] = []
    for (const a of cases) rows.push(await measure(server, secrets, a, jobOwners, contractors))
    const report = reportOf(rows, load)
    await writeFile(new URL('results/realtime.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await pool.end()
    await server.stop()
  }
}

async function makePeople(pool: Pool, role: string, count: number): Promise<Person[]> {
  const insertedRows = await pool.query(
    `with made as (
       insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at)
       select id, 'authenticated', 'authenticated', id || '@example.test',
         jsonb_build_object('role', $1::text), jsonb_build_object('full_name', 'Bench'), now()
       from (select gen_random_uuid() as id from generate_series(1, $2)) as new
       returning id
     )
     insert into auth.sessions (id, user_id, created_at, updated_at)
     select gen_random_uuid(), id, now(), now() from made
     returning user_id as id, id as session`,
    [role, count],
  )
  await pool.query('analyze')
  return personRows.parse(insertedRows.rows)
}

function tokenOf({ id, session }: Person, { jwtSecret }: Keys) {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sub: id, role: 'authenticated', aud: 'authenticated', iat, exp: iat + 3600 }
  const body = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, session_id: session },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${body}.${createHmac('sha256', jwtSecret).update(body).digest('base64url')}`
}

async function measure(
  server: Server,
  secrets: Keys,
  { name, perSecond, followers, isFiltered }: Case,
  jobOwners: Person[],
  contractors: Person[],
) {
  const { url } = server
  const delays: number[] = []
  let isMeasuring = false
  const onTitle = (title: string) => {
    if (isMeasuring) delays.push(performance.now() - Number(title.slice(3)))
  }
  const sockets = await Promise.all(
    contractors.slice(0, followers).map((person, index) => {
      const owner = isFiltered ? jobOwners[index % facilityCount] : undefined
      return subscribe(url, secrets, person, owner && `facility_id=eq.${owner.id}`, onTitle)
    }),
  )
  const post = (index: number, title: string) =>
    postJob(url, secrets, jobOwners[index % facilityCount], title)
  for (let index = 0; index < warmUpSeconds * perSecond; index += 1) {
    void post(index, 'warming up')
    await sleep(1000 / perSecond)
  }
  isMeasuring = true
  const before = await usageOf(server)
  const inserts = measuredSeconds * perSecond
  const start = performance.now()
  const posts: Promise<void>[] = []
  for (let index = 0; index < inserts; index += 1) {
    const dueAt = start + (index * 1000) / perSecond
    await sleep(Math.max(0, dueAt - performance.now()))
    posts.push(post(index, `at ${performance.now()}`))
  }
  await Promise.all(posts)
  const expectedCount = inserts * (isFiltered ? followers / facilityCount : followers)
  await until(() => delays.length >= expectedCount, 10_000).catch(() => undefined)
  const after = await usageOf(server)
  for (const socket of sockets) socket.close()
  const costs = [after.gateway - before.gateway, after.postgres - before.postgres]
  return rowOf(
    name,
    expectedCount,
    delays,
    costs.map((cost) => cost / inserts),
  )
}

async function usageOf({ serverPid, postgresPid }: Server) {
  return {
    gateway: await cpuOf([serverPid]),
    postgres: await cpuOf(await processFamily(postgresPid)),
  }
}

async function subscribe(
  url: string,
  secrets: Keys,
  person: Person,
  filter: string | undefined,
  onTitle: (title: string) => void,
): Promise<LeanSocket> {
  const address = new URL(`${url}/realtime/v1/websocket?apikey=${secrets.anonKey}&vsn=2.0.0`)
  const change = { event: 'INSERT', schema: 'public', table: 'jobs', filter }
  const payload = { config: { postgres_changes: [change] }, access_token: tokenOf(person, secrets) }
  const joined = Promise.withResolvers<void>()
  const socket = await openLeanSocket(address, (frame) => {
    // Read only the title. Parsing whole messages would slow the server down, because the clients run on the same
    // machine.
    const start = frame.indexOf(titleStart)
    if (start !== -1)
      onTitle(
        frame.toString(
          'latin1',
          start + titleKey.length,
          frame.indexOf('"', start + titleStart.length),
        ),
      )
    else if (frame.includes('"status":"ok"')) joined.resolve()
    else if (frame.includes('"phx_reply"')) joined.reject(new Error(frame.toString()))
  })
  socket.send(JSON.stringify(['1', '1', 'realtime:jobs', 'phx_join', payload]))
  await joined.promise
  return socket
}

async function postJob(url: string, secrets: Keys, owner: Person | undefined, title: string) {
  if (!owner) throw new Error('Nobody owns this job.')
  const response = await fetch(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: {
      apikey: secrets.anonKey,
      authorization: `Bearer ${tokenOf(owner, secrets)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ facility_id: owner.id, title, description: 'A bench.', budget: 100 }),
  })
  if (!response.ok) throw new Error(await response.text())
  await response.body?.cancel()
}

function rowOf(name: string, expectedCount: number, delays: number[], costs: number[]) {
  const sorted = delays.toSorted((a, b) => a - b)
  const index = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  const counts = [expectedCount, expectedCount - sorted.length].map((count) =>
    count.toLocaleString('en'),
  )
  return `| ${name} | ${counts.join(' | ')} | ${index(0.5)} | ${index(0.95)} | ${index(0.99)} | ${(sorted.at(-1) ?? 0).toFixed(1)} | ${costs.map((cost) => cost.toFixed(1)).join(' | ')} |`
}

function reportOf(rows: string[], load: number) {
  return `# The live dialect

Written by \`npm run bench -- live\` on ${new Date().toISOString().slice(0, 10)}.

Different users with a session and a socket each use one gateway with its embedded PostgreSQL. The gateway and the
clients, which are one process, share ${cpus().length} cores. A facility posts each new job over \`/rest/v1\`, and the gateway sends
it to the contractors who follow jobs and may see it. The time runs from before the request until the frame arrives,
for ${measuredSeconds} s after ${warmUpSeconds} s of warm-up. The bars: nothing is lost. With 500 users, p50 ≤ 25 ms and p99 ≤ 150 ms. With
2,000, p99 is at most twice that of 500. An insert that all follow costs PostgreSQL at most 1.5 times one that nobody
follows.

The load average in the minute before was ${load.toFixed(1)}. Other load makes the times longer, and the processor time a little.

The last two columns are the processor time of an insert, including all of its deliveries.

| | deliveries | lost | p50 ms | p95 ms | p99 ms | longest ms | gateway ms | PostgreSQL ms |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}
`
}
