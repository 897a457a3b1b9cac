// Checks that a computed column such as can_edit is true exactly if the write that it describes succeeds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import {
  everybody,
  idOf,
  type Person,
  readRefusal,
  runStory,
  type Stage,
} from '../support/run-story.ts'

interface ComputedColumn {
  table: string
  write: string
}

/** Returns an update that changes no row if the row already has the value. */
const updateUnlessSame = (table: string, column: string, value: string) =>
  `update public.${table} set ${column} = ${value} where id = $1 and ${column} <> ${value} returning 1`
const selectCall = (functionCall: string) => `select public.${functionCall}`

const computedColumns: Record<string, ComputedColumn> = {
  can_edit: { table: 'jobs', write: updateUnlessSame('jobs', 'title', "'New'") },
  can_delete: { table: 'jobs', write: updateUnlessSame('jobs', 'is_deleted', 'true') },
  can_finish: { table: 'jobs', write: updateUnlessSame('jobs', 'status', "'finished'") },
  can_bid: {
    table: 'jobs',
    write:
      'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80) returning 1',
  },
  can_release: { table: 'jobs', write: selectCall("admin_release_award($1, 'Why')") },
  can_accept: {
    table: 'bids',
    write: selectCall(
      "accept_and_reject_bids($1, (select job_id from public.bids where id = $1 and status <> 'accepted'))",
    ),
  },
  can_withdraw: { table: 'bids', write: updateUnlessSame('bids', 'status', "'withdrawn'") },
  can_cancel: {
    table: 'consultations',
    write: updateUnlessSame('consultations', 'status', "'cancelled'"),
  },
  can_review: {
    table: 'consultations',
    write: `insert into public.reviews (consultation_id, consultant_id, rating)
      select id, consultant_id, 3 from public.consultations where id = $1 returning 1`,
  },
  can_record: { table: 'payments', write: selectCall("record_payment($1, 'Check')") },
  can_refund: { table: 'payments', write: selectCall('refund_payment($1)') },
}

const roles = ['facility', 'contractor', 'consultant', 'admin']
const { pool } = await productDatabase()

/** Returns whether the user's statement changes something, and rolls it back. */
async function hasEffect(stage: Stage, person: Person, statement: string, id: unknown) {
  await stage.asServer('savepoint tried')
  const hasChanged = await stage.as(person, statement, [id]).then(
    (rows) => rows.length > 0,
    (error: unknown) => !readRefusal(error),
  )
  await stage.asServer('rollback to savepoint tried')
  return hasChanged
}

async function findDisagreements(stage: Stage, name: string, { table, write }: ComputedColumn) {
  const disagreements: string[] = []
  const promiseSql = `select public.${name}(t) as says from public.${table} t where id = $1`
  for (const { id } of await stage.asServer(`select id from public.${table}`)) {
    for (const person of everybody.filter((one) => one !== 'visitor')) {
      const [row] = await stage.as(person, promiseSql, [id])
      const canWrite = await hasEffect(stage, person, write, id)
      if ((row?.['says'] ?? false) !== canWrite)
        disagreements.push(`${person} ${name} ${String(id)}: ${canWrite}`)
    }
  }
  return disagreements
}

for (const [name, promised] of Object.entries(computedColumns)) {
  test(`${name} agrees with the write`, () =>
    runStory(pool, async (stage) => {
      assert.deepEqual(await findDisagreements(stage, name, promised), [])
      for (const role of roles) {
        await stage.asServer('savepoint roles')
        for (const person of everybody.filter((one) => !['ada', 'nora', 'visitor'].includes(one))) {
          await stage.asServer('select app.give_role($1, $2)', [idOf(person), role])
        }
        assert.deepEqual(await findDisagreements(stage, name, promised), [], `as ${role}`)
        await stage.asServer('rollback to savepoint roles')
      }
    }))
}
