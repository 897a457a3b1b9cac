// Loads the demo data into a database that has users already.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { buildWorld, idOf } from '../support/world.ts'
import { rowsOf, loadDemo } from './load-demo.ts'

test('the demo changes no existing users and reveals nothing about them', async () => {
  const { pool } = await productDatabase()
  const db = await pool.connect()
  await db.query('begin')
  await buildWorld(db)
  await db.query(
    "update public.payments set status = 'paid', paid_at = now() where status = 'pending'",
  )
  await db.query(
    "update public.payments set status = 'refunded', refunded_at = now() where consultation_id = $1",
    [idOf('consultation past')],
  )
  await db.query('commit')
  db.release()

  const { rows: payments } = await pool.query<{ status: string }>(
    'select status from public.payments where consultation_id is not null order by status',
  )
  assert.deepEqual(
    new Set(payments.map(({ status }) => status)),
    new Set(['paid', 'refunded', 'void']),
  )
  const before = await rowsOf(pool)
  await loadDemo(pool)
  const after = new Set(await rowsOf(pool))
  assert.deepEqual(
    before.filter((row) => !after.has(row)),
    [],
  )

  const { rows: auditEntries } = await pool.query(
    `select from app.audit_log a join public.payments p on p.id::text = a.subject where p.payer_id = any ($1)`,
    [[idOf('fiona'), idOf('frank')]],
  )
  assert.deepEqual(auditEntries, [])
})
