// Tests notices to admins whose accounts are being removed at the same moment.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { runUntilBlocked } from '../support/run-until-blocked.ts'

const { pool } = await productDatabase()

const insertUser = `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data)
  values ($1::uuid, $1::uuid || '@example.com', now(), $2)`

const signUp = () => ({ statement: insertUser, values: [randomUUID(), '{}'] })
const removeAdmin = (id: string) => ({
  statement: 'delete from auth.users where id = $1',
  values: [id],
})
const readNotice = 'update public.notices set read = true where recipient_id = $1'
const lockNotice = (id: string) => ({
  statement: 'select from public.notices where recipient_id = $1 for update',
  values: [id],
})

/** Creates three admins with an unread notice each, in the order in which they are notified. */
async function createThreeAdmins(): Promise<[string, string, string]> {
  const [firstId = '', secondId = '', thirdId = ''] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ].toSorted()
  for (const id of [firstId, secondId, thirdId])
    await pool.query(insertUser, [id, '{"role": "admin"}'])
  const { statement, values } = signUp()
  await pool.query(statement, values)
  return [firstId, secondId, thirdId]
}

async function readNoticeCounts(admins: string[]) {
  const countSql = `select count from public.notices where recipient_id = any ($1) and not read order by recipient_id`
  return (await pool.query<{ count: number }>(countSql, [admins])).rows.map(({ count }) => count)
}

suite('an admin who is removed', () => {
  test('cannot deadlock with a newcomer of whom some admins have been notified', async () => {
    const admins = await createThreeAdmins()
    const [, second, third] = admins
    await pool.query(readNotice, [third])
    const results = await runUntilBlocked(pool, lockNotice(second), [signUp(), removeAdmin(third)])
    assert.deepEqual(results, ['done', 'done'])
    assert.deepEqual(await readNoticeCounts(admins), [2, 2])
  })

  test('gets no more notices, and the new user has signed up', async () => {
    const admins = await createThreeAdmins()
    assert.deepEqual(await runUntilBlocked(pool, removeAdmin(admins[2]), [signUp()]), ['done'])
    assert.deepEqual(await readNoticeCounts(admins), [2, 2])
  })
})
