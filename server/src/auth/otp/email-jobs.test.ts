// Tests email jobs that run twice. A job runs again after a temporary failure of the mail server, or after a crash
// between two commits.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../../tests/support/app.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { readConfig } from '../../config/config.ts'
import { loadSecrets } from '../../keys/secrets.ts'
import { PermanentFailure } from '../../queue/errors.ts'
import { openAuth } from '../../startup/open-auth.ts'
import { emailJobHandlers } from './email-jobs.ts'

const { pool } = await productDatabase()
const config = readConfig({ DATA_DIR: await temporaryFolder(), SIGNUP: 'open' })
const secrets = await loadSecrets(config, { pool, isEmbedded: true })
const auth = openAuth({ config, pool, secrets, screenOf: () => '/login' })

/** Returns job handlers whose mail server rejects the first attempt. */
function createHandlers() {
  const sent: string[] = []
  let attempts = 0
  const handlers = emailJobHandlers(auth, async ({ kind }) => {
    attempts += 1
    if (attempts === 1) throw new Error('451 Try again later')
    sent.push(kind)
  })
  const handle = (kind: string, payload: object, createdAt = new Date(), id = randomUUID()) => {
    const handler = handlers.get(kind)
    assert.ok(handler)
    return handler({ id, payload, createdAt })
  }
  return { sent, handle }
}

async function findAccount(email: string) {
  const { rows } = await pool.query<{ id: string; encrypted_password: string; data: object }>(
    `select id, encrypted_password, raw_user_meta_data as data from auth.users where email = $1`,
    [email],
  )
  return rows[0]
}

function signUpJob(email: string, overrides: object = {}) {
  return {
    id: randomUUID(),
    email,
    passwordHash: 'the hash',
    data: { full_name: 'Ana' },
    ...overrides,
  }
}

suite('a sign-up', () => {
  test('keeps the chosen password if its email needs a second attempt', async () => {
    const { handle, sent } = createHandlers()
    const job = signUpJob('ana@facility.example')
    await assert.rejects(handle('auth.sign-up', job), /451/)
    await handle('auth.sign-up', job)
    assert.deepEqual(sent, ['confirmation'])
    assert.equal((await findAccount(job.email))?.encrypted_password, 'the hash')
  })

  test('that somebody else repeats leaves no password', async () => {
    const { handle } = createHandlers()
    const first = signUpJob('ben@facility.example')
    await handle('auth.sign-up', first).catch(() => undefined)
    await handle('auth.sign-up', signUpJob(first.email, { passwordHash: 'another' }))
    const account = await findAccount(first.email)
    assert.equal(account?.id, first.id)
    assert.equal(account.encrypted_password, '')
  })

  test('with an address that an admin invited changes nothing and sends nothing', async () => {
    const { handle, sent } = createHandlers()
    const email = 'cora@facility.example'
    await pool.query(
      `insert into auth.users (id, email, invited_at, raw_user_meta_data, encrypted_password)
       values (gen_random_uuid(), $1, now(), '{"full_name": "Cora"}', '')`,
      [email],
    )
    await handle('auth.sign-up', signUpJob(email))
    await handle('auth.link', { purpose: 'signup', email })
    assert.deepEqual(sent, [])
    assert.deepEqual((await findAccount(email))?.data, { full_name: 'Cora' })
  })

  test('that a rule refuses is not retried', async () => {
    const { handle } = createHandlers()
    const malformed = signUpJob('dora@facility.example', { id: 'not an id' })
    await assert.rejects(handle('auth.sign-up', malformed), PermanentFailure)
  })
})

test('a link job expires before voided links are deleted', async () => {
  const { handle } = createHandlers()
  const fiveDaysAgo = new Date(Date.now() - 5 * 24 * 3600 * 1000)
  const job = { purpose: 'recovery', email: 'ana@facility.example' }
  await assert.rejects(handle('auth.link', job, fiveDaysAgo), PermanentFailure)
})

test('every kind of email is listed for admins once the server gives up', async () => {
  const kinds = [...emailJobHandlers(auth, async () => {}).keys()].toSorted()
  for (const kind of kinds)
    await pool.query('insert into private.outbox (kind, payload, dead_at) values ($1, $2, now())', [
      kind,
      { ...signUpJob('given-up@facility.example'), purpose: 'signup' },
    ])
  const { rows } = await pool.query<{ kind: string }>(
    `select kind from public.admin_dead_letters
     where address = 'given-up@facility.example' and about = 'signup' order by kind`,
  )
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    kinds,
  )
})
