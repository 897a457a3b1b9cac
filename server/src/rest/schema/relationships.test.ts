import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { startRestServer } from '../testing.ts'

const { ask, pool, assertRefused, reloadSchema } = await startRestServer()

suite('an unusual relation', () => {
  test('a recursive view is refused without harm to others', async () => {
    await pool.query(
      `create view lab.endless as select * from lab.makers;
      create or replace view lab.endless as select * from lab.endless;
      grant select on lab.endless to authenticated`,
    )
    await reloadSchema()
    await until(async () => (await assertRefused('/endless')).code === '42P17')
    assert.deepEqual((await ask('/makers?select=id&id=eq.1')).json, [{ id: 1 }])
  })

  test('a partition is read through its table', async () => {
    await pool.query(
      `create table lab.years (year int primary key) partition by range (year);
      create table lab.years_now partition of lab.years for values from (2000) to (2100);
      insert into lab.years values (2020);
      grant select on lab.years, lab.years_now to authenticated`,
    )
    await reloadSchema()
    await until(async () => (await ask('/years')).status === 200)
    assert.deepEqual((await ask('/years')).json, [{ year: 2020 }])
    assert.equal((await assertRefused('/years_now')).code, 'PGRST205')
  })
})
