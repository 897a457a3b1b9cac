import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { startLab } from './lab.ts'

const { ask, pool, refused, reload } = await startLab()

suite('a relation that is not as others', () => {
  test('a view that shows itself is refused, and does no harm to others', async () => {
    await pool.query(
      `create view lab.endless as select * from lab.makers;
      create or replace view lab.endless as select * from lab.endless;
      grant select on lab.endless to authenticated`,
    )
    await reload()
    await until(async () => (await refused('/endless')).code === '42P17')
    assert.deepEqual((await ask('/makers?select=id&id=eq.1')).json, [{ id: 1 }])
  })
})
