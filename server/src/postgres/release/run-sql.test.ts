import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { runSqlFile } from './run-sql.ts'

const { pool } = await productDatabase()

test('the log of slow statements never contains a file, and goes on after the transaction', async () => {
  const client = await pool.connect()
  const logged: string[] = []
  client.on('notice', ({ message = '' }) => logged.push(message))
  // With these settings PostgreSQL also sends its log to this client, and every statement counts as slow.
  await client.query('set client_min_messages = log; set log_min_duration_statement = 0')
  await client.query('begin')
  await runSqlFile(client, {
    name: 'demo',
    path: 'demo.sql',
    text: 'select 1 as demo; select 2 as demo',
  })
  await client.query('commit')
  await client.query('select 3 as other')
  await client.query('reset all')
  client.release()
  const named = (word: string) => logged.filter((line) => line.includes(word)).length
  assert.deepEqual([named('as demo'), named('as other')], [0, 1])
})
