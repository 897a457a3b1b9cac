// Loads the demo data into a database, and inspects the result.
import { glob, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { contradictions } from './contradictions.ts'

const folder = new URL('../../seed/', import.meta.url)
const names = (await Array.fromAsync(glob('*.sql', { cwd: folder }))).toSorted()

/** The texts of the seed files, in the order of the files' names. */
export const story = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))

/** Runs the texts of all files in one transaction. */
export async function loadDemo(
  pool: Pool,
  texts = story,
  ending: 'commit' | 'rollback' = 'commit',
) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const text of texts) await client.query(text)
    await client.query(ending)
  } finally {
    client.release()
  }
}

const keyTables = [
  'auth.users',
  'auth.identities',
  'app.contacts',
  'app.audit_log',
  'public.profiles',
  'public.notification_settings',
  'public.jobs',
  'public.bids',
  'public.consultations',
  'public.reviews',
  'public.payments',
  'public.conversations',
  'public.messages',
  'public.notices',
  'public.demo_requests',
]

/** Returns a checksum of each table in `keyTables`, without the salted password. */
export async function readContent(pool: Pool) {
  const checksums = keyTables.map(
    (name) =>
      `select '${name}' as name, count(*)::int, md5(string_agg(line, ',' order by line)) as sum
       from (select (to_jsonb(t) - 'encrypted_password')::text as line from ${name} t) as lines`,
  )
  return (
    await pool.query<{ name: string; count: number; sum: string | null }>(
      checksums.join(' union all '),
    )
  ).rows
}

/** Returns every row of the tables in `keyTables` as text. */
export async function rowsOf(pool: Pool) {
  const rows = keyTables.map(
    (name) => `select '${name} ' || to_jsonb(t)::text as line from ${name} t`,
  )
  const { rows: found } = await pool.query<{ line: string }>(rows.join(' union all '))
  return found.map(({ line }) => line)
}

export async function findContradictions(pool: Pool) {
  const found: string[] = []
  for (const [description, statement] of Object.entries(contradictions)) {
    if ((await pool.query(statement)).rows.length > 0) found.push(description)
  }
  return found
}
