// Tests the broadcasts about bids that change at the same moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { setIdentity } from '../support/run-story.ts'
import { buildWorld, idOf, type Person } from '../support/world.ts'

const { pool } = await productDatabase(4)

async function inTransaction(run: (db: PoolClient) => Promise<unknown>) {
  const db = await pool.connect()
  await db.query('begin')
  await run(db)
  await db.query('commit')
  db.release()
}

await inTransaction(buildWorld)

const withdraw = (person: Person) =>
  inTransaction(async (db) => {
    await setIdentity(db, idOf(person))
    await db.query(
      "update public.bids set status = 'withdrawn' where job_id = $1 and contractor_id = auth.uid()",
      [idOf('job bidden')],
    )
  })

const selectLastReport = `
  select new_row -> 'payload' -> 'values' as values from realtime.changes
  where table_name = 'messages' and new_row -> 'payload' ->> 'id' = $1 order by id desc limit 1`

test('the last report about two bids that are withdrawn has the number 0', async () => {
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([withdraw('carl'), withdraw('cora')])
    const { rows } = await pool.query(selectLastReport, [idOf('job bidden')])
    assert.deepEqual(rows, [{ values: { bid_count: 0 } }])
    // A decided bid cannot become pending again, so new ones replace the bids.
    await pool.query('delete from public.bids where job_id = $1', [idOf('job bidden')])
    await pool.query(
      'insert into public.bids (job_id, contractor_id, amount) select $1, unnest($2::uuid[]), 9',
      [idOf('job bidden'), [idOf('carl'), idOf('cora')]],
    )
  }
})
