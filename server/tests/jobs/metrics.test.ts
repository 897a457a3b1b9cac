import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startApp } from '../support/app.ts'
import { dropDatabase } from '../support/test-database.ts'

const token = 'a-token-for-the-metrics'
const headers = { authorization: `Bearer ${token}` }

suite('the figures of the outbox', () => {
  test('count what waits and what was given up', async () => {
    const { ask, pool } = await startApp({ METRICS_TOKEN: token })
    await pool.query(
      `insert into private.outbox (kind, done_at, dead_at)
       values ('a', null, null), ('b', null, null), ('c', now(), null), ('d', null, now())`,
    )
    const { body } = await ask('/metrics', { headers })
    assert.match(body, /^outbox_rows\{state="waiting"\} 2$/m)
    assert.match(body, /^outbox_rows\{state="dead"\} 1$/m)
  })

  test('are left out while the database is away, and the others are told', async () => {
    const { ask, name } = await startApp({ METRICS_TOKEN: token })
    await ask('/metrics', { headers })
    await dropDatabase(name)
    const { status, body } = await ask('/metrics', { headers })
    assert.equal(status, 200)
    assert.doesNotMatch(body, /^outbox_rows\{/m)
    assert.match(body, /^process_resident_memory_bytes \d/m)
  })
})
