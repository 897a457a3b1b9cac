import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { RequestPool } from './request-pool.ts'
import { silent } from '../../../tests/support/release.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'

const { pool: admin, connection } = await productDatabase()
const one = [{ text: 'select 1', values: [] }]
const held = [{ text: 'select pg_advisory_xact_lock(7)::text', values: [] }]

test('what somebody does goes before what is only read, of which one is served after three such', async () => {
  const pool = new RequestPool({
    connection: { ...connection, user: 'authenticator' },
    most: 1,
    log: silent,
    preparedStatements: true,
  })
  after(() => pool.close())
  await pool.batch('anon', one)
  const keeper = await admin.connect()
  await keeper.query('select pg_advisory_lock(7)')
  const holder = pool.batch('anon', held)

  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const look = (name: string) => pool.batch('anon', one).then(note(name))
  const act = (name: string) => pool.batch('anon', one, 'ahead').then(note(name))
  const take = (name: string) =>
    pool.transaction('anon', (batch) => batch(one), 'ahead').then(note(name))
  const all = [
    ...['look 1', 'look 2', 'look 3'].map(look),
    ...['act 1', 'act 2', 'act 3'].map(act),
    ...['step 1', 'step 2'].map(take),
  ]
  await keeper.query('select pg_advisory_unlock(7)')
  keeper.release()
  await Promise.all([holder, ...all])
  assert.equal(order.join(), 'act 1,act 2,act 3,look 1,step 1,step 2,look 2,look 3')
})
