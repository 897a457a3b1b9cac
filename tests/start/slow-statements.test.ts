import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Client } from 'pg'
import { root, startServer, temporaryFolder } from '../support/server.ts'

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

test('a first start logs neither the statements of the demo nor failed attempts to create functions', async () => {
  const PRODUCT = `${await temporaryFolder()}/product`
  await cp(`${root}supabase`, PRODUCT, { recursive: true })
  await writeFile(`${PRODUCT}/seed/900-slow.sql`, 'select pg_sleep(1.05);\n')
  const server = await startServer({ settings: { PRODUCT, SEED: 'demo' } })
  await server.stop()
  assert.match(server.output, /database system is ready to accept connections/)
  assert.doesNotMatch(server.output, /FATAL|ERROR|STATEMENT|duration:/)
})
