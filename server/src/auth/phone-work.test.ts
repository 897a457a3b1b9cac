// Work that sends a code may be done twice, late, or in another order than it was asked for.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { phoneWork } from './phones/work.ts'
import { readConfig } from '../config/config.ts'
import { NeverAgain } from '../queue/permanent-failure.ts'
import { openAuth } from '../startup/open-auth.ts'
import { loadSecrets } from '../keys/secrets.ts'
import { temporaryFolder } from '../../tests/support/app.ts'
import { productDatabase } from '../../tests/support/test-database.ts'

const { pool } = await productDatabase()
const config = readConfig({ DATA_DIR: await temporaryFolder(), SIGNUP: 'open' })
const secrets = await loadSecrets(config, { pool, isEmbedded: true })
const auth = openAuth({ config, pool, secrets, screenOf: () => '/login' })

const sent: { id: string; code: string }[] = []
let isAway = false
const work = phoneWork(auth, async ({ id, code }) => {
  if (isAway) throw new Error('The SMS service answered 503.')
  sent.push({ id, code })
})

interface Asked {
  id?: string
  ago?: number
}

/** Does work that was asked for so many seconds ago; resolves with what was sent. */
async function handle(payload: object, { id = randomUUID(), ago = 0 }: Asked = {}) {
  const handler = work.get('auth.sms')
  assert.ok(handler)
  sent.length = 0
  await handler({ id, payload, createdAt: new Date(Date.now() - ago * 1000) })
  return [...sent]
}

let last = 15_550_002_000

async function callee() {
  last += 1
  const phone = String(last)
  await pool.query(
    `insert into auth.users (id, phone, phone_confirmed_at) values (gen_random_uuid(), $1, now())`,
    [phone],
  )
  return { purpose: 'sms', phone }
}

suite('a code by message', () => {
  test('that is sent twice is the same', async () => {
    const wanted = await callee()
    const id = randomUUID()
    const once = await handle(wanted, { id })
    assert.equal(once.length, 1)
    assert.deepEqual(await handle(wanted, { id }), once)
  })

  test('is not sent once it was used', async () => {
    const wanted = await callee()
    const id = randomUUID()
    await handle(wanted, { id })
    await pool.query(
      `update auth.one_time_tokens set valid_until = '-infinity' where relates_to = $1`,
      [wanted.phone],
    )
    assert.deepEqual(await handle(wanted, { id }), [])
  })

  test('is not sent once a newer one was', async () => {
    const wanted = await callee()
    assert.equal((await handle(wanted, { ago: 30 })).length, 1)
    assert.deepEqual(await handle(wanted, { ago: 60 }), [])
  })

  test('that nobody waits for any more is given up', async () => {
    const wanted = await callee()
    await assert.rejects(handle(wanted, { ago: 3601 }), NeverAgain)
    assert.equal((await handle(wanted, { ago: 3500 })).length, 1)
  })

  test('for a number that another account has by now is not sent', async () => {
    const { phone } = await callee()
    const { rows } = await pool.query<{ id: string }>(
      `insert into auth.users (id, phone_change) values (gen_random_uuid(), $1) returning id`,
      [phone],
    )
    const wanted = { purpose: 'phone_change', phone, accountId: rows[0]?.id }
    assert.deepEqual(await handle(wanted), [])
  })

  test('of a challenge that is over or unknown is not sent', async () => {
    const { phone } = await callee()
    const [challengeId, accountId] = [randomUUID(), randomUUID()]
    assert.deepEqual(await handle({ purpose: 'second_factor', challengeId, accountId, phone }), [])
  })
})

test('a sign-up whose message needs a second attempt keeps the password that was chosen', async () => {
  const phone = '15550001999'
  const signUp = { id: randomUUID(), passwordHash: 'the hash', data: { full_name: 'Ana' } }
  const wanted = { purpose: 'sms_signup', phone, signUp }
  isAway = true
  await assert.rejects(handle(wanted), /503/)
  isAway = false
  assert.equal((await handle(wanted)).length, 1)
  const { rows } = await pool.query(
    'select id, encrypted_password as hash from auth.users where phone = $1',
    [phone],
  )
  assert.deepEqual(rows, [{ id: signUp.id, hash: 'the hash' }])
})

test('each of them is listed for admins once it was given up', async () => {
  const { phone } = await callee()
  const purposes = ['phone_change', 'second_factor', 'sms', 'sms_reauthentication', 'sms_signup']
  for (const purpose of purposes)
    await pool.query(
      `insert into private.outbox (kind, payload, dead_at) values ('auth.sms', $1, now())`,
      [{ purpose, phone }],
    )
  const { rows } = await pool.query<{ about: string }>(
    `select about from public.admin_dead_letters where address = $1 and recipient_id is not null
     order by about`,
    [`+${phone}`],
  )
  assert.deepEqual(
    rows.map(({ about }) => about),
    purposes,
  )
})
