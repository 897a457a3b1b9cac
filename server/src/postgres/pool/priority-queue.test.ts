import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { silentLog } from '../../../tests/support/release.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { RequestPool } from './request-pool.ts'

const { pool: admin, connection } = await productDatabase()
const one = [{ text: 'select 1', values: [] }]
const held = [{ text: 'select pg_advisory_xact_lock(7)::text', values: [] }]

test('urgent requests go first, and after three of them one normal request is served', async () => {
  const pool = new RequestPool({
    connection: { ...connection, user: 'authenticator' },
    maxConnections: 1,
    log: silentLog,
    preparedStatements: true,
  })
  after(() => pool.close())
  await pool.batch('anon', one)
  const keeper = await admin.connect()
  await keeper.query('select pg_advisory_lock(7)')
  const holder = pool.batch('anon', held)

  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const read = (name: string) => pool.batch('anon', one).then(note(name))
  const write = (name: string) => pool.batch('anon', one, 'urgent').then(note(name))
  const transact = (name: string) =>
    pool.transaction('anon', (batch) => batch(one), 'urgent').then(note(name))
  const all = [
    ...['read 1', 'read 2', 'read 3'].map(read),
    ...['write 1', 'write 2', 'write 3'].map(write),
    ...['step 1', 'step 2'].map(transact),
  ]
  await keeper.query('select pg_advisory_unlock(7)')
  keeper.release()
  await Promise.all([holder, ...all])
  assert.equal(order.join(), 'write 1,write 2,write 3,read 1,step 1,step 2,read 2,read 3')
})
