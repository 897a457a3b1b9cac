// Tests that a user gets only one role if two admins give the user a role at the same moment.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { readRefusal, setIdentity } from '../support/run-story.ts'
import { buildWorld, idOf } from '../support/world.ts'

const { pool } = await productDatabase(12)

async function admit(role: string): Promise<string> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await setIdentity(db, idOf('ada'))
    const admission = "select public.admin_admit($1, $2, 'Nora', 'Halls', 'At once')"
    await db.query(admission, [idOf('nora'), role])
    await db.query('commit')
    return role
  } catch (error) {
    await db.query('rollback')
    return readRefusal(error).code
  } finally {
    db.release()
  }
}

suite('at the same moment', () => {
  // @covers sign-in.newcomer-race
  test('ten admins who give a newcomer a role give one, and one is audited', async () => {
    const db = await pool.connect()
    await db.query('begin')
    await buildWorld(db)
    await db.query('commit')
    db.release()
    const roles = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'facility' : 'contractor'))
    const outcomes = await Promise.all(roles.map(admit))
    const admissions = outcomes.filter((outcome) => outcome !== 'person_has_role')
    const { rows } = await pool.query<{ role: string }>(
      'select role from public.profiles where id = $1',
      [idOf('nora')],
    )
    assert.deepEqual(
      admissions,
      rows.map(({ role }) => role),
    )
    const { rows: entries } = await pool.query(
      "select from app.audit_log where action = 'admit' and subject = $1",
      [idOf('nora')],
    )
    assert.deepEqual([admissions.length, entries.length], [1, 1])
  })
})
