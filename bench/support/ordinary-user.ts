// Simulates an ordinary user of the app, who reads and writes. Measures the response times.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { z } from 'zod'
import { headersOf } from './attacks.ts'
import { personId } from './people.ts'
import type { Product } from './product.ts'

export interface Times {
  reads: number[]
  writes: number[]
  /**
   * Response times of one-row writes with an Idempotency-Key. These writes take several round trips
   * to the database.
   */
  keyedWrites: number[]
  failures: string[]
}

interface Write {
  method?: string
  body?: string
  headers?: Record<string, string>
}

interface Talk {
  job_id: string
  recipient_id: string
}

const talkRow = z.object({ job_id: z.string(), recipient_id: z.string() })
const jobRow = z.object({ id: z.string() })

/** Allows more bids and messages than a real user would send. */
export async function raiseLimits(pool: Pool) {
  await pool.query(`update private.settings set value = '100000/1'
    where name in ('limit_bids', 'limit_messages')`)
}

/** Uses the app with short pauses until the signal aborts. Contractors also place bids. */
export async function useApp(product: Product, person: number, times: Times, signal: AbortSignal) {
  const id = personId(person)
  const talk = await findTalk(product.pool, id)
  const jobs = await findJobs(product.pool, id)
  const headers = headersOf(person, product.keys)
  const url = `http://127.0.0.1:${product.port}/rest/v1/`
  const send = async (kind: Exclude<keyof Times, 'failures'>, path: string, init: Write = {}) => {
    const start = performance.now()
    const response = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } })
    const text = await response.text()
    times[kind].push(performance.now() - start)
    if (!response.ok) times.failures.push(`${path}: ${response.status} ${text.slice(0, 100)}`)
  }
  const insert = (path: string, row: object) =>
    send('keyedWrites', `${path}?select=id`, {
      method: 'POST',
      body: JSON.stringify(row),
      headers: {
        accept: 'application/vnd.pgrst.object+json',
        prefer: 'return=representation',
        'idempotency-key': randomUUID(),
      },
    })
  while (!signal.aborted) {
    await send('reads', 'jobs?select=*,bids(*)&order=created_at.desc&limit=10')
    await send('reads', 'profiles?select=id,full_name&limit=1')
    await send('writes', 'notification_settings?user_id=not.is.null', {
      method: 'PATCH',
      body: '{"email":true}',
    })
    if (talk)
      await insert('messages', { ...talk, sender_id: id, sender_name: '', content: 'On my way.' })
    const job = jobs.pop()
    if (job !== undefined) await insert('bids', { job_id: job, contractor_id: id, amount: 90 })
    await sleep(100)
  }
}

/** Finds an awarded job about which the user can write a message. */
async function findTalk(pool: Pool, user: string): Promise<Talk | undefined> {
  const { rows } = await pool.query(
    `select id as job_id,
       case facility_id when $1 then awarded_contractor_id else facility_id end as recipient_id
     from public.jobs
     where status = 'open' and $1 in (facility_id, awarded_contractor_id) and awarded_at is not null
     limit 1`,
    [user],
  )
  return z.array(talkRow).parse(rows)[0]
}

/** Finds jobs on which the user can bid. Facilities get none. */
async function findJobs(pool: Pool, user: string) {
  const { rows } = await pool.query(
    `select j.id from public.jobs j join public.profiles p on p.id = $1 and p.role = 'contractor'
     where j.is_biddable
       and not exists (select from public.bids b where b.job_id = j.id and b.contractor_id = p.id)
     order by md5(j.id::text || p.id) limit 500`,
    [user],
  )
  return z
    .array(jobRow)
    .parse(rows)
    .map(({ id }) => id)
}
