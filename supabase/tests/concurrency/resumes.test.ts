// Tests resumes that one user stores and changes at the same moment, on real parallel connections that commit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { readRefusal, setIdentity } from '../support/run-story.ts'
import { buildWorld, idOf } from '../support/world.ts'

const { pool } = await productDatabase(20)

const setupClient = await pool.connect()
await setupClient.query('begin')
await buildWorld(setupClient)
await setupClient.query(
  "update private.settings set value = '100000/3600' where name = 'limit_uploads'",
)
await setupClient.query('commit')
setupClient.release()

const pathOf = (name: string) => `${idOf('kim')}/resume/${name}.pdf`

/** Resolves with 'done' or the code of the error. */
async function act(statement: string, values: unknown[]): Promise<string> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await setIdentity(db, idOf('kim'))
    await db.query(statement, values)
    await db.query('commit')
    return 'done'
  } catch (error) {
    await db.query('rollback')
    return readRefusal(error).code
  } finally {
    db.release()
  }
}

const store = (name: string) =>
  act(
    `insert into storage.objects (bucket_id, name, version) values ('documents', $1, gen_random_uuid()::text)
     on conflict (bucket_id, name) do update set version = excluded.version, updated_at = now()`,
    [pathOf(name)],
  )

const rename = (name: string, to: string) =>
  act('update storage.objects set name = $2, updated_at = now() where name = $1', [
    pathOf(name),
    pathOf(to),
  ])

const remove = (name: string) => act('delete from storage.objects where name = $1', [pathOf(name)])

/** Checks that the profile names the stored resume, and returns the number of stored resumes. */
async function countResumes() {
  const { rows } = await pool.query<{ name: string }>(
    'select name from storage.objects where name like $1',
    [pathOf('%')],
  )
  const { rows: profiles } = await pool.query(
    "select documents ->> 'resume' as current, resume_url from public.profiles where id = $1",
    [idOf('kim')],
  )
  const current = rows[0]?.name ?? null
  assert.deepEqual(profiles, [{ current, resume_url: current }])
  return rows.length
}

test('exactly one of the resumes that are stored at the same moment stays', async () => {
  for (let round = 0; round < 20; round += 1) {
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => store(`${name}${round}`)))
    assert.deepEqual(outcomes, ['done', 'done', 'done'])
    assert.equal(await countResumes(), 1)
  }
})

test('a new resume and changes of the older one do not deadlock', async () => {
  for (let round = 0; round < 20; round += 1) {
    await store('old')
    const outcomes = await Promise.all([
      store('old'),
      store(`new${round}`),
      rename('old', `renamed${round}`),
      store(`other${round}`),
      remove('old'),
    ])
    assert.deepEqual(new Set(outcomes), new Set(['done']))
    assert.ok((await countResumes()) <= 1)
  }
})
