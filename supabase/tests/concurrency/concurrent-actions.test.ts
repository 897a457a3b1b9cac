// Tests the rules for users who act at the same moment, on real parallel connections that commit.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { readRefusal, setIdentity } from '../support/run-story.ts'
import { buildWorld, idOf, type Person } from '../support/world.ts'

const { pool } = await productDatabase(50)

const setupClient = await pool.connect()
await setupClient.query('begin')
await buildWorld(setupClient)
await setupClient.query('commit')
setupClient.release()

/** Resolves with 'done' or the code of a refusal. */
function act(person: Person, statement: string, values: unknown[]) {
  return actAs(idOf(person), statement, values)
}

async function actAs(id: string, statement: string, values: unknown[]): Promise<string> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await setIdentity(db, id)
    await db.query(statement, values)
    await db.query('commit')
    return 'done'
  } catch (error) {
    await db.query('rollback')
    return readRefusal(error).code
  } finally {
    db.release()
  }
}

async function createJob(bidders: Person[]) {
  const job = randomUUID()
  await pool.query(
    "insert into public.jobs (id, facility_id, title, description, budget) values ($1, $2, 'Mow', 'The lawn.', 10)",
    [job, idOf('fiona')],
  )
  const bids = bidders.map((bidder) => ({ id: randomUUID(), bidder }))
  for (const { id, bidder } of bids) {
    await pool.query(
      'insert into public.bids (id, job_id, contractor_id, amount) values ($1, $2, $3, 9)',
      [id, job, idOf(bidder)],
    )
  }
  return { job, bids: bids.map(({ id }) => id) }
}

const accept = (bid: string | undefined, job: string) =>
  act('fiona', 'select public.accept_and_reject_bids($1, $2)', [bid, job])

const count = (outcomes: string[], outcome: string) =>
  outcomes.filter((actual) => actual === outcome).length

suite('at the same moment', () => {
  // @covers operations.accept-race
  test('50 accepts of two bids on a job have one winner, 100 times', async () => {
    for (let round = 0; round < 100; round += 1) {
      const { job, bids } = await createJob(['carl', 'cora'])
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) => accept(bids[index % 2], job)),
      )
      const { rows } = await pool.query<{ status: string; n: number }>(
        'select status, count(*)::integer as n from public.bids where job_id = $1 group by 1 order by 1',
        [job],
      )
      assert.deepEqual(rows, [
        { status: 'accepted', n: 1 },
        { status: 'rejected', n: 1 },
      ])
      // Calls for the winning bid succeed, and all other calls are refused.
      assert.deepEqual([count(outcomes, 'done'), count(outcomes, 'job_awarded')], [25, 25])
    }
  })

  test('a bid and an accept leave no live bid beside the winner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { job, bids } = await createJob(['carl'])
      await Promise.all([
        accept(bids[0], job),
        act('cora', 'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 8)', [
          job,
          idOf('cora'),
        ]),
      ])
      const { rows } = await pool.query(
        "select from public.bids where job_id = $1 and status in ('pending', 'accepted')",
        [job],
      )
      assert.equal(rows.length, 1)
      await pool.query("update public.bids set created_at = now() - interval '2 hours'")
    }
  })

  test('two bids of one contractor on a job leave one', async () => {
    const { job } = await createJob([])
    const bid = 'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 8)'
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => act('carl', bid, [job, idOf('carl')])),
    )
    assert.equal(count(outcomes, 'done'), 1)
    for (const outcome of outcomes) assert.match(outcome, /^(done|bid_exists|23505)$/)
  })

  test('no message is later than the finish of its job', async () => {
    const { job, bids } = await createJob(['carl'])
    await accept(bids[0], job)
    const write = () =>
      act(
        'fiona',
        "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Ok')",
        [job, idOf('carl')],
      )
    const finish = act('carl', "update public.jobs set status = 'finished' where id = $1", [job])
    const outcomes = await Promise.all([write(), write(), finish, write(), write()])
    const { rows } = await pool.query<{ seq: string; message_count: number }>(
      `select c.seq, (select count(*)::integer from public.messages m where m.conversation_id = c.id) as message_count
       from public.conversations c where c.job_id = $1`,
      [job],
    )
    const messageCount = count(outcomes, 'done') - 1
    assert.deepEqual(rows, [{ seq: String(messageCount), message_count: messageCount }])
    assert.equal(await write(), 'conversation_closed')
  })

  test('20 copies of one message are one message', async () => {
    const clientId = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        act(
          'carl',
          "insert into public.messages (client_id, job_id, recipient_id, content) values ($1, $2, $3, 'Once')",
          [clientId, idOf('job awarded'), idOf('fiona')],
        ),
      ),
    )
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, '23505')], [1, 19])
  })

  test('messages of both sides are numbered without a gap', async () => {
    const { job, bids } = await createJob(['cora'])
    await accept(bids[0], job)
    const post = 'insert into public.messages (job_id, recipient_id, content) values ($1, $2, $3)'
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2
          ? act('fiona', post, [job, idOf('cora'), `${index}`])
          : act('cora', post, [job, idOf('fiona'), `${index}`]),
      ),
    )
    const { rows } = await pool.query<{ seq: string }>(
      'select seq from public.messages where job_id = $1 order by seq',
      [job],
    )
    assert.deepEqual(
      rows.map(({ seq }) => Number(seq)),
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  test('twelve facilities that book the same hour of a consultant get it once', async () => {
    const book =
      "insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, $2, date_trunc('hour', now()) + interval '40 days', 60)"
    await pool.query(
      "update public.consultations set status = 'cancelled' where facility_id = $1 and scheduled_at > now()",
      [idOf('fiona')],
    )
    const facilities = Array.from({ length: 12 }, (_, index) => `facility ${index}`)
    for (const name of facilities) {
      await pool.query(
        'insert into auth.users (id, raw_app_meta_data) values ($1, \'{"role": "facility"}\')',
        [idOf(name)],
      )
    }
    const outcomes = await Promise.all(
      facilities.map((name) => actAs(idOf(name), book, [idOf('kim'), idOf(name)])),
    )
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, 'consultant_busy')], [1, 11])
  })

  test('limits count concurrent actions of a user', async () => {
    await pool.query("update private.settings set value = '3/3600' where name = 'limit_jobs'")
    const insertJob =
      "insert into public.jobs (facility_id, title, description, budget) values ($1, 'Job', 'Text', 1)"
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, () => act('frank', insertJob, [idOf('frank')])),
    )
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, 'too_many_jobs')], [3, 6])
  })

  test('a change of role and refreshes of the same user do not deadlock', async () => {
    const sessionId = randomUUID()
    await pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
      sessionId,
      idOf('kurt'),
    ])
    const refresh = () =>
      pool.query('update auth.sessions set refreshed_at = now() where id = $1', [sessionId]).then(
        () => 'done',
        (error: unknown) => readRefusal(error).code,
      )
    const setRole = () =>
      act('ada', "select public.admin_set_role($1, 'consultant', 'Why')", [idOf('kurt')])
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all([refresh(), setRole(), refresh(), setRole(), refresh()])
      assert.equal(count(outcomes, 'done'), 5)
    }
  })

  test('a facility that books a consultant ten times gets one consultation', async () => {
    await pool.query(
      "update public.consultations set status = 'cancelled' where status = 'booked' and scheduled_at > now()",
    )
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, dayOffset) =>
        act(
          'frank',
          'insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, $2, now() + make_interval(days => $3), 30)',
          [idOf('kim'), idOf('frank'), dayOffset + 1],
        ),
      ),
    )
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, 'consultation_exists')], [1, 9])
  })

  test('if two admins demote each other, one remains', async () => {
    await pool.query(
      'insert into auth.users (id, raw_app_meta_data) values ($1, \'{"role": "admin"}\')',
      [idOf('alan')],
    )
    const demote = "select public.admin_set_role($1, 'facility', 'Why')"
    const outcomes = await Promise.all([
      act('ada', demote, [idOf('alan')]),
      actAs(idOf('alan'), demote, [idOf('ada')]),
    ])
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, '42501')], [1, 1])
  })

  test('if two admins ban each other, one remains', async () => {
    const [first, second] = [idOf('anna'), idOf('abel')]
    for (const id of [first, second]) {
      await pool.query(
        'insert into auth.users (id, raw_app_meta_data) values ($1, \'{"role": "admin"}\')',
        [id],
      )
    }
    const banSql = "select public.admin_ban($1, 'infinity', 'Why')"
    const outcomes = await Promise.all([
      actAs(first, banSql, [second]),
      actAs(second, banSql, [first]),
    ])
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, '42501')], [1, 1])
  })

  // @covers 5.documents.certifications
  test('only three of ten concurrent certifications are kept', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        act(
          'kim',
          "insert into storage.objects (bucket_id, name, owner_id) values ('documents', $1, $2)",
          [`${idOf('kim')}/certification/c${index}.pdf`, idOf('kim')],
        ),
      ),
    )
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, 'too_many_certifications')], [3, 7])
    const { rows } = await pool.query<{ n: number }>(
      "select jsonb_array_length(documents -> 'certifications') as n from public.profiles where id = $1",
      [idOf('kim')],
    )
    assert.deepEqual(rows, [{ n: 3 }])
  })

  test('only six of ten concurrent photos of a job are kept', async () => {
    await pool.query(
      `insert into storage.objects (bucket_id, name)
       select 'documents', $1 || '/job-photo/p' || place || '.jpg' from generate_series(0, 9) as place`,
      [idOf('fiona')],
    )
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        act('fiona', 'insert into public.job_photos (job_id, owner_id, path) values ($1, $2, $3)', [
          idOf('job open'),
          idOf('fiona'),
          `${idOf('fiona')}/job-photo/p${index}.jpg`,
        ]),
      ),
    )
    assert.deepEqual([count(outcomes, 'done'), count(outcomes, 'too_many_photos')], [6, 4])
  })
})
