// Repeatedly kills the server while it sends notification emails. The external database survives, which makes each run
// faster.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Pool } from 'pg'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { createExternalDatabase } from '../support/external-database.ts'
import { launch, type Server, startServer, temporaryFolder, until } from '../support/server.ts'

const people = 1500
const kills = 50
/** The number of emails that the server sends at the same time. */
const lanes = 8

const receiver = await startMailReceiver()
after(receiver.close)
const received = () => receiver.received.map(({ email }) => email.messageId ?? '')

const host = await startServer({ settings: { SEED: 'none' } })
const settings = {
  DATABASE_URL: await createExternalDatabase(host, 'noticed'),
  DATA_DIR: `${await temporaryFolder()}/data`,
  SITE_URL: 'http://localhost',
  SMTP_URL: receiver.url,
  SEED: 'none',
  JOB_CONCURRENCY: `notification_email=${lanes}`,
}
const pool = new Pool({ connectionString: settings.DATABASE_URL })

/** Returns the Message-IDs of notification emails that match this condition. */
async function emailIdsWhere(condition: string) {
  const { rows } = await pool.query<{ id: string }>(
    `select id from private.notification_emails join private.outbox using (id) where ${condition}`,
  )
  return new Set(rows.map(({ id }) => `<${id}@localhost>`))
}

/** Notifies all contractors about a job, and makes the emails due. */
async function tellEverybody() {
  await pool.query(
    `update private.notification_emails set queued_at = queued_at - interval '2 days';
     select app.notify('job_removed', p.id, gen_random_uuid(), j.id, null, j.facility_id)
       from public.profiles p, public.jobs j where p.role = 'contractor';
     update public.notices set mail_at = now() where mail_at is not null`,
  )
}

before(async () => {
  const server = await startServer({ settings })
  await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data)
       select gen_random_uuid(), 'person' || n || '@work.example',
              jsonb_build_object('role', case when n = 0 then 'facility' else 'contractor' end)
       from generate_series(0, ${people}) as n;
     insert into public.jobs (facility_id, title, description, budget, category)
       select id, 'Mend the roof', 'It leaks above the loading dock.', 100, 'Roofing'
       from public.profiles where role = 'facility'`,
  )
  await server.stop()
})

/** The moments at which the server is killed while it sends an email. */
const moments = ['when it is offered', 'before the yes', 'after the yes'] as const

/**
 * Lets the server send emails until the n-th email, where n is the value of `mails`. Then kills the server at the given
 * moment of that email.
 */
async function live(server: Server, moment: (typeof moments)[number], mails: number) {
  let offered = 0
  let taken = 0
  const kill = () => process.kill(server.serverPid, 'SIGKILL')
  receiver.behavior.recipient = () => {
    offered += 1
    if (offered === mails && moment === 'when it is offered') kill()
    return undefined
  }
  receiver.behavior.beforeAccept = async () => {
    taken += 1
    if (taken !== mails) return
    if (moment === 'before the yes') kill()
    if (moment === 'after the yes') setImmediate(kill)
  }
  await until(() => server.hasEnded, 60_000)
  delete receiver.behavior.recipient
  delete receiver.behavior.beforeAccept
  // Wait until the killed server's connections to the database and to the mail server are closed.
  await until(async () => receiver.connections() === 0 && (await connections()) === 0)
}

async function connections() {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'mendwell%'`,
  )
  return rows.length
}

suite('notification emails', () => {
  // Close the pool in this hook, because the hook runs before the database stops.
  after(() => pool.end())

  test(`survive ${kills} kills: none of ${people} is lost, and only those in transit are repeated`, async (t) => {
    await tellEverybody()
    let repeats = 0
    for (let life = 0; life < kills; life += 1) {
      const began = receiver.received.length
      const doneBefore = await emailIdsWhere('done_at is not null')
      const moment = moments[life % moments.length] ?? 'before the yes'
      await live(await launch({ settings }), moment, 10 + ((life * 7) % 19))
      const done = await emailIdsWhere('done_at is not null')
      const came = received().slice(began)
      assert.equal(new Set(came).size, came.length, 'One was sent twice by one server.')
      assert.deepEqual(
        came.filter((id) => doneBefore.has(id)),
        [],
        'One was sent that was done.',
      )
      const onTheirWay = came.filter((id) => !done.has(id)).length
      assert.ok(onTheirWay <= lanes, `${onTheirWay} were on their way.`)
      repeats += onTheirWay
    }
    const last = await launch({ settings })
    await until(async () => (await emailIdsWhere('done_at is not null')).size === people)
    const all = received()
    assert.equal(all.length, people + repeats)
    assert.deepEqual(new Set(all), await emailIdsWhere('true'))
    assert.equal(new Set(receiver.received.map(({ to }) => to.join())).size, people)
    const distinct = new Set(receiver.received.map(({ raw }) => raw))
    assert.equal(distinct.size, people, 'A repeat is the same byte for byte.')
    await last.stop()
    t.diagnostic(`${kills} kills, ${people} mails, ${repeats} repeats`)
  })

  // @covers operations.emails-once
  test('are sent once by two servers on one database', async () => {
    await Promise.all([startServer({ settings }), startServer({ settings })])
    receiver.received.length = 0
    await tellEverybody()
    const fresh = "done_at is not null and queued_at > now() - interval '1 day'"
    await until(async () => (await emailIdsWhere(fresh)).size === people, 60_000)
    assert.equal(new Set(receiver.received.map(({ to }) => to.join())).size, people)
    assert.equal(received().length, people)
  })
})
