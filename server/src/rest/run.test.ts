import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from './testing.ts'

async function startWithSettings(settings: NodeJS.ProcessEnv) {
  const server = await startRestServer(settings)
  const insert = async (prefer: string) => {
    const { status, headers } = await server.post('/makers', { id: 77, name: 'x' }, prefer)
    const { json } = await server.ask('/makers?id=eq.77&select=id')
    await server.pool.query('delete from lab.makers where id = 77')
    return [status, headers['preference-applied'], JSON.stringify(json)]
  }
  return { ...server, insert }
}

suite('TRANSACTION_END', () => {
  test('commits by default, whatever the client prefers', async () => {
    const { insert, assertRefused } = await startWithSettings({})
    assert.deepEqual(await insert('tx=rollback'), [201, undefined, '[{"id":77}]'])
    const { code } = await assertRefused('/makers', {
      headers: { prefer: 'handling=strict, tx=commit' },
    })
    assert.equal(code, 'PGRST122')
  })

  // @covers dialect.rollback
  test('can let the request choose', async () => {
    const { insert, ask } = await startWithSettings({ TRANSACTION_END: 'commit-allow-override' })
    assert.deepEqual(await insert('tx=rollback'), [201, 'tx=rollback', '[]'])
    assert.deepEqual(await insert('tx=commit'), [201, 'tx=commit', '[{"id":77}]'])
    const { headers } = await ask('/makers?limit=1', { headers: { prefer: 'tx=rollback' } })
    assert.equal(headers['preference-applied'], 'tx=rollback')
  })

  test('can roll everything back, and refuses what a commit would refuse', async () => {
    const { insert, assertRefused } = await startWithSettings({ TRANSACTION_END: 'rollback' })
    assert.deepEqual(await insert('tx=commit'), [201, undefined, '[]'])
    for (const currentTime of [true, false]) {
      const { status, code } = await assertRefused('/rpc/twice', {
        method: 'POST',
        body: { now: currentTime },
        headers: { 'content-type': 'application/json' },
      })
      assert.deepEqual([status, code], [409, '23505'])
    }
  })
})

suite('the preferred time zone', () => {
  test('is used for the timestamps in the response', async () => {
    const { ask, assertRefused, pool } = await startRestServer()
    await pool.query("update lab.things set made_at = '2026-01-15 12:00Z'")
    const read = async (timezone: string) => {
      const path = '/things?id=eq.1&select=made_at'
      const { json, headers } = await ask(path, { headers: { prefer: `timezone=${timezone}` } })
      return [json, headers['preference-applied']]
    }
    const [rows, applied] = await read('America/Denver')
    assert.deepEqual(rows, [{ made_at: '2026-01-15T05:00:00-07:00' }])
    assert.equal(applied, 'timezone=America/Denver')
    assert.deepEqual((await read('AMERICA/denver'))[0], rows)
    // PostgreSQL would accept some of these time zones and cache each of them until the connection ends.
    const utc = [{ made_at: '2026-01-15T12:00:00+00:00' }]
    for (const timezone of ['+05:30', 'X+3:04:05', '3', 'No/Where']) {
      assert.deepEqual(await read(timezone), [utc, undefined])
      const prefer = `handling=strict, timezone=${timezone}`
      const { status, code, details } = await assertRefused('/things', { headers: { prefer } })
      assert.deepEqual([status, code], [400, 'PGRST122'])
      assert.equal(details, `Invalid preferences: timezone=${timezone}`)
    }
  })
})
