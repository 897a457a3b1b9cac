import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { startRestServer } from '../testing.ts'

const { ask, pool, assertRefused, reloadSchema } = await startRestServer()

suite('an address', () => {
  test('has the same meaning however its parameters are encoded', async () => {
    for (const [encoded, plain] of [
      ['%73elect=eq.id', 'select=eq.id'],
      ['lim%69t=eq.1', 'limit=eq.1'],
      ['%6Frder=eq.id', 'order=eq.id'],
      ['%63olumns=eq.id', 'columns=eq.id'],
      ['parent%5fid=eq.1&order=i%64', 'parent_id=eq.1&order=id'],
    ]) {
      const [encodedResponse, plainResponse] = [
        await ask(`/makers?${encoded}`),
        await ask(`/makers?${plain}`),
      ]
      assert.deepEqual(
        [encodedResponse.status, encodedResponse.json],
        [plainResponse.status, plainResponse.json],
        encoded,
      )
    }
  })

  test('of a function may be encoded', async () => {
    assert.equal((await ask('/%72pc/add?a=1')).json, 11)
    assert.deepEqual((await ask('/%72pc/all_things?select=id&id=eq.2')).json, [{ id: 2 }])
    const { headers } = await ask('/%72pc/add', { method: 'OPTIONS' })
    assert.equal(headers['allow'], 'OPTIONS,GET,HEAD,POST')
  })

  test('has encoded slashes only in names', async () => {
    for (const path of ['/rpc%2Fadd?a=1', '/makers%2f', '/%2Fmakers']) {
      assert.equal((await assertRefused(path)).code, 'PGRST205', path)
    }
    await pool.query(
      'create table lab."in/out" (id integer); grant select on lab."in/out" to authenticated',
    )
    await reloadSchema()
    await until(async () => (await ask('/in%2Fout')).status === 200)
    assert.equal((await assertRefused('/in/out')).code, 'PGRST125')
  })
})
