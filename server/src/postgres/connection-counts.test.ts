import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, suite, test } from 'node:test'
import { silentLog } from '../../tests/support/release.ts'
import { bareDatabase } from '../../tests/support/test-database.ts'
import { embeddedMaxConnections, explainTooManyConnections } from './connection-counts.ts'
import { embeddedSettings } from './embedded/postgres-process.ts'
import { listen } from './listen.ts'

const { pool } = await bareDatabase()

suite('a start', () => {
  // @covers operations.connection-limit
  test('warns if all servers may open more connections than the database allows', async () => {
    const explain = (requests: number, isPooled = false) =>
      explainTooManyConnections(pool, { requests, server: 50 }, isPooled)
    // The test database allows 200 connections, of which 3 are for superusers.
    assert.equal(await explain(141), undefined)
    assert.match(
      (await explain(142)) ?? '',
      /^This server may open 198 connections .* allows 197\./,
    )
    assert.equal(await explain(42), undefined)
    const stop = await listen(pool, 'pgrst', { onNotify: async () => {}, log: silentLog })
    after(stop)
    assert.equal(await explain(42), undefined)
    assert.match((await explain(43)) ?? '', /^2 servers may open 198 connections/)
    assert.equal(await explain(100, true), undefined)
  })
})

suite('the documented formula for connections', () => {
  test('is the formula in the code', async () => {
    assert.equal(
      embeddedMaxConnections({ requests: 8, server: 8 }),
      Number(embeddedSettings.max_connections),
    )
    const scaling = await readFile('docs/operations/scaling.md', 'utf8')
    assert.match(scaling, /REQUEST_CONNECTIONS \+ SERVER_CONNECTIONS \+ 6\b/)
    assert.match(scaling, /REQUEST_CONNECTIONS \+ SERVER_CONNECTIONS \+ 34\b/)
  })
})
