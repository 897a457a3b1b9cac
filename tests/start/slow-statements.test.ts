import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startServer } from '../support/server.ts'

// @covers operations.slow-statements
test('a statement that takes over a second is logged, without its values', async () => {
  const server = await startServer()
  const client = new Client(server.connection)
  await client.connect()
  await client.query('select pg_sleep(1.05), $1::text', ['what somebody wrote'])
  await client.end()
  await server.stop()
  assert.match(server.output, /duration: \d{4,}\.\d+ ms .*select pg_sleep/)
  assert.doesNotMatch(server.output, /what somebody wrote/)
})
