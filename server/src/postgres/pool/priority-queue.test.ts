import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { silentLog } from '../../../tests/support/release.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { RequestPool } from './request-pool.ts'

const { pool: admin, connection } = await productDatabase()
const selectOne = [{ text: 'select 1', values: [] }]
const takeLock = [{ text: 'select pg_advisory_xact_lock(7)::text', values: [] }]

test('urgent requests go first, and after three of them one normal request is served', async () => {
  const pool = new RequestPool({
    connection: { ...connection, user: 'authenticator' },
    maxConnections: 1,
    log: silentLog,
    preparedStatements: true,
  })
  after(() => pool.close())
  await pool.batch('anon', selectOne)
  const lockingClient = await admin.connect()
  await lockingClient.query('select pg_advisory_lock(7)')
  const lockedBatch = pool.batch('anon', takeLock)

  const order: string[] = []
  const recordName = (name: string) => () => void order.push(name)
  const read = (name: string) => pool.batch('anon', selectOne).then(recordName(name))
  const write = (name: string) =>
    pool.batch('anon', selectOne, { priority: 'urgent' }).then(recordName(name))
  const transact = (name: string) =>
    pool
      .transaction('anon', (batch) => batch(selectOne), { priority: 'urgent' })
      .then(recordName(name))
  const batches = [
    ...['read 1', 'read 2', 'read 3'].map(read),
    ...['write 1', 'write 2', 'write 3'].map(write),
    ...['step 1', 'step 2'].map(transact),
  ]
  await lockingClient.query('select pg_advisory_unlock(7)')
  lockingClient.release()
  await Promise.all([lockedBatch, ...batches])
  assert.equal(order.join(), 'write 1,write 2,write 3,read 1,step 1,step 2,read 2,read 3')
})
