// Tests SMS jobs that run twice, late, or out of order.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../../tests/support/app.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { readConfig } from '../../config/config.ts'
import { loadSecrets } from '../../keys/secrets.ts'
import { PermanentFailure } from '../../queue/errors.ts'
import { openAuth } from '../../startup/open-auth.ts'
import { smsJobHandlers } from './sms-jobs.ts'

const { pool } = await productDatabase()
const config = readConfig({ DATA_DIR: await temporaryFolder(), SIGNUP: 'open' })
const secrets = await loadSecrets(config, { pool, isEmbedded: true })
const auth = openAuth({ config, pool, secrets, screenOf: () => '/login' })

const sent: { id: string; code: string }[] = []
let isServiceDown = false
const handlers = smsJobHandlers(auth, async ({ id, code }) => {
  if (isServiceDown) throw new Error('The SMS service answered 503.')
  sent.push({ id, code })
})

interface JobOptions {
  id?: string
  ageSeconds?: number
}

/** Runs a job that was created `ageSeconds` ago, and returns the messages that were sent. */
async function handle(payload: object, { id = randomUUID(), ageSeconds = 0 }: JobOptions = {}) {
  const handler = handlers.get('auth.sms')
  assert.ok(handler)
  sent.length = 0
  await handler({ id, payload, createdAt: new Date(Date.now() - ageSeconds * 1000) })
  return [...sent]
}

let lastPhone = 15_550_002_000

async function createAccountWithPhone() {
  lastPhone += 1
  const phone = String(lastPhone)
  await pool.query(
    `insert into auth.users (id, phone, phone_confirmed_at) values (gen_random_uuid(), $1, now())`,
    [phone],
  )
  return { purpose: 'sms', phone }
}

suite('a code by SMS', () => {
  test('is the same if it is sent twice', async () => {
    const job = await createAccountWithPhone()
    const id = randomUUID()
    const firstTexts = await handle(job, { id })
    assert.equal(firstTexts.length, 1)
    assert.deepEqual(await handle(job, { id }), firstTexts)
  })

  test('is not sent after it was used', async () => {
    const job = await createAccountWithPhone()
    const id = randomUUID()
    await handle(job, { id })
    await pool.query(
      `update auth.one_time_tokens set valid_until = '-infinity' where relates_to = $1`,
      [job.phone],
    )
    assert.deepEqual(await handle(job, { id }), [])
  })

  test('is not sent after a newer one', async () => {
    const job = await createAccountWithPhone()
    assert.equal((await handle(job, { ageSeconds: 30 })).length, 1)
    assert.deepEqual(await handle(job, { ageSeconds: 60 }), [])
  })

  test('is given up once it has expired', async () => {
    const job = await createAccountWithPhone()
    await assert.rejects(handle(job, { ageSeconds: 3601 }), PermanentFailure)
    assert.equal((await handle(job, { ageSeconds: 3500 })).length, 1)
  })

  test('is not sent to a number that now belongs to another account', async () => {
    const { phone } = await createAccountWithPhone()
    const { rows } = await pool.query<{ id: string }>(
      `insert into auth.users (id, phone_change) values (gen_random_uuid(), $1) returning id`,
      [phone],
    )
    const job = { purpose: 'phone_change', phone, accountId: rows[0]?.id }
    assert.deepEqual(await handle(job), [])
  })

  test('is not sent for an expired or unknown challenge', async () => {
    const { phone } = await createAccountWithPhone()
    const [challengeId, accountId] = [randomUUID(), randomUUID()]
    assert.deepEqual(await handle({ purpose: 'second_factor', challengeId, accountId, phone }), [])
  })
})

test('a sign-up whose SMS needs a second attempt keeps the chosen password', async () => {
  const phone = '15550001999'
  const signUp = { id: randomUUID(), passwordHash: 'the hash', data: { full_name: 'Ana' } }
  const job = { purpose: 'sms_signup', phone, signUp }
  isServiceDown = true
  await assert.rejects(handle(job), /503/)
  isServiceDown = false
  assert.equal((await handle(job)).length, 1)
  const { rows } = await pool.query(
    'select id, encrypted_password as hash from auth.users where phone = $1',
    [phone],
  )
  assert.deepEqual(rows, [{ id: signUp.id, hash: 'the hash' }])
})

test('every kind of SMS is listed for admins once the server gives up', async () => {
  const { phone } = await createAccountWithPhone()
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
