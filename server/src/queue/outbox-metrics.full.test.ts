import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startApp } from '../../tests/support/app.ts'
import { dropDatabase } from '../../tests/support/test-database.ts'

const token = 'a-token-for-the-metrics'
const headers = { authorization: `Bearer ${token}` }

suite('the metrics of the outbox', () => {
  // @covers operations.metrics
  test('count waiting and dead jobs', async () => {
    const { ask, pool } = await startApp({ METRICS_TOKEN: token })
    await pool.query(
      `insert into private.outbox (kind, created_at, done_at, dead_at)
       values ('a', now() - interval '1 hour', null, null), ('b', now(), null, null),
         ('c', now() - interval '1 day', now(), null), ('d', now() - interval '1 day', null, now())`,
    )
    const { body } = await ask('/metrics', { headers })
    assert.match(body, /^outbox_rows\{state="waiting"\} 2$/m)
    assert.match(body, /^outbox_rows\{state="dead"\} 1$/m)
    assert.match(body, /^outbox_oldest_seconds 36\d\d(\.\d+)?$/m)
  })

  test('are missing while the database is unavailable, and the other metrics are still reported', async () => {
    const { ask, name } = await startApp({ METRICS_TOKEN: token })
    await ask('/metrics', { headers })
    await dropDatabase(name)
    const { status, body } = await ask('/metrics', { headers })
    assert.equal(status, 200)
    assert.doesNotMatch(body, /^outbox_(rows\{|oldest_seconds )/m)
    assert.match(body, /^process_resident_memory_bytes \d/m)
  })
})
