// Calls the function `assistant` over HTTP.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { SignJWT } from 'jose'
import { startApp } from '../../tests/support/app.ts'
import { quietPool } from '../../tests/support/test-cluster.ts'

const { name, secrets, ask } = await startApp()
const pool = quietPool({
  host: process.env['TEST_POSTGRES_SOCKET'],
  user: 'postgres',
  database: name,
})
after(() => pool.end())

const admin = await addUser('admin')
const facility = await addUser('facility')
const contractor = await addUser('contractor')
await addJobs()

suite('the assistant', () => {
  const answers: [question: string, answer: string][] = [
    ['How many open jobs are there?', '2 jobs are open now.'],
    ['pending bids', '1 bid is pending now.'],
    ['bids in the last 7 days', '1 bid was made in the last 7 days.'],
    ['posted jobs in the last 90 days', '2 jobs were posted in the last 90 days.'],
    ['posted jobs in the last 7 days', '1 job was posted in the last 7 days.'],
    ['revenue last year', 'There was no revenue last year.'],
    ['consultations', 'No consultations were booked in the last 7 days.'],
    ['new users', '3 people joined in the last 7 days.'],
    ['top categories', 'The top categories are HVAC (1 job) and Roofing (1).'],
    ['users by role', 'There are 3 users: 1 admin, 1 contractor and 1 facility.'],
    ['bids in the last 1,000 days', '1 bid was made in the last 1000 days.'],
  ]
  for (const [question, answer] of answers) {
    test(`answers "${question}" from the live figures`, async () => {
      const { status, body } = await askAssistant(await signToken(admin), question)
      assert.equal(status, 200)
      assert.equal(sortWords(readAnswer(body)), sortWords(answer))
    })
  }

  test('has a reply to questions that it does not understand', async () => {
    const { status, body } = await askAssistant(await signToken(admin), 'Tell me a joke.')
    assert.equal(status, 200)
    assert.match(body, /"filter":null,"link":null\}$/)
  })

  test('treats the service role as an admin', async () => {
    assert.equal((await askAssistant(secrets.serviceRoleKey, 'open jobs')).status, 200)
  })

  for (const question of ['open jobs', 'Tell me a joke.', '']) {
    test(`has no answer to "${question}" for others`, async () => {
      for (const person of [facility, contractor]) {
        const { status, body } = await askAssistant(await signToken(person), question)
        assert.deepEqual([status, body], [403, '{"message":"User not allowed"}'])
      }
    })

    test(`has no answer to "${question}" for anonymous users and expired tokens`, async () => {
      for (const token of [secrets.anonKey, await signToken(admin, '-1 hour')]) {
        const { status, body } = await askAssistant(token, question)
        assert.deepEqual([status, body], [401, '{"message":"Not authenticated"}'])
      }
    })
  }

  test('must be called by POST', async () => {
    const { status, headers } = await ask('/functions/v1/assistant')
    assert.equal(status, 405)
    assert.equal(headers.allow, 'POST')
  })

  test('requires a question', async () => {
    const { status, body } = await askAssistant(await signToken(admin), '')
    assert.equal(status, 400)
    assert.match(body, /with 1 to 500 characters/)
  })
})

/** Sorts the words of an answer, because items with the same number may come in any order. */
function sortWords(sentence: string) {
  return sentence
    .split(/[ .,:()]+/)
    .toSorted()
    .join(' ')
}

function readAnswer(body: string) {
  return /^\{"answer":"([^"]+)"/.exec(body)?.[1] ?? body
}

function askAssistant(token: string, question: string) {
  return ask('/functions/v1/assistant', {
    method: 'POST',
    headers: {
      apikey: secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ question }),
  })
}

function signToken(person: string, expirationTime = '1 hour') {
  return new SignJWT({ sub: person, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expirationTime)
    .sign(new TextEncoder().encode(secrets.jwtSecret))
}

async function addUser(role: string) {
  const id = randomUUID()
  await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
     values ($1, $2, $3, $4, now())`,
    [
      id,
      `${role}@example.com`,
      JSON.stringify({ role }),
      JSON.stringify({ full_name: role, company_name: `${role} inc.` }),
    ],
  )
  return id
}

async function addJobs() {
  const [recent, older] = [randomUUID(), randomUUID()]
  await pool.query(
    `insert into public.jobs (id, facility_id, title, description, budget, category, created_at)
     values ($1, $3, 'Roof', 'It leaks above the dock.', 500, 'Roofing', now()),
            ($2, $3, 'Boiler', 'It makes a noise.', 900, 'HVAC', now() - interval '30 days')`,
    [recent, older, facility],
  )
  await pool.query(
    'insert into public.bids (job_id, contractor_id, amount, created_at) values ($1, $2, 400, now())',
    [recent, contractor],
  )
}
