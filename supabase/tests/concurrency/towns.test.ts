// Tests the towns of jobs that change while their facility hides its profile, on parallel connections that commit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { runUntilBlocked, type SqlStatement } from '../support/run-until-blocked.ts'
import { buildWorld, idOf } from '../support/world.ts'

const { pool } = await productDatabase(5)

const setupClient = await pool.connect()
await setupClient.query('begin')
await buildWorld(setupClient)
await setupClient.query('commit')
setupClient.release()

const hide: SqlStatement = {
  statement: 'update public.profiles set is_hidden = true where id = $1',
  values: [idOf('fiona')],
}
const post: SqlStatement = {
  statement:
    "insert into public.jobs (facility_id, title, description, budget) values ($1, 'Mow', 'The lawn.', 10)",
  values: [idOf('fiona')],
}
const clearPlace: SqlStatement = {
  statement: 'update public.jobs set location = null where id = $1',
  values: [idOf('job open')],
}
const release: SqlStatement = {
  statement: 'update public.jobs set awarded_at = null, awarded_contractor_id = null where id = $1',
  values: [idOf('job awarded')],
}

/** Runs both statements at the same moment, the first one first. No job may then tell where the facility is. */
async function leaveNoTown(first: SqlStatement, second: SqlStatement) {
  await pool.query(
    "update public.profiles set location = 'Boulder', is_hidden = false where id = $1",
    [idOf('fiona')],
  )
  await pool.query("update public.jobs set location = 'Pueblo' where id = $1", [idOf('job open')])
  assert.deepEqual(await runUntilBlocked(pool, first, [second]), ['done'])
  const { rows } = await pool.query(
    "select title, town from public.jobs where facility_id = $1 and is_biddable and town = 'Boulder'",
    [idOf('fiona')],
  )
  assert.deepEqual(rows, [])
}

test('a job that is posted while its facility hides its profile has no town', () =>
  leaveNoTown(hide, post))

test('a facility that hides its profile while it posts a job has a job without a town', () =>
  leaveNoTown(post, hide))

test('a job that loses its place while its facility hides its profile has no town', async () => {
  await leaveNoTown(hide, clearPlace)
  await leaveNoTown(clearPlace, hide)
})

test('a job whose award is released while its facility hides its profile has no town', () =>
  leaveNoTown(release, hide))
