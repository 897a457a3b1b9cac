// Tests that the demo data tells a story that makes sense and covers every feature.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import type { QueryResultRow } from 'pg'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { contradictions } from './contradictions.ts'
import { findContradictions, loadDemo, readContent, story } from './load-demo.ts'

const { pool } = await productDatabase()
await loadDemo(pool)

async function rows<Row extends QueryResultRow>(statement: string) {
  return (await pool.query<Row>(statement)).rows
}

/** Returns the values of the only column of a result. */
async function column(statement: string) {
  return (await rows<{ value: unknown }>(statement)).map(({ value }) => value)
}

suite('the people of the demo', () => {
  test('are 4 facilities, 8 contractors, 6 consultants and an admin', async () => {
    const counts = await rows(
      'select role, count(*)::int from public.profiles group by role order by role',
    )
    assert.deepEqual(counts, [
      { role: 'admin', count: 1 },
      { role: 'consultant', count: 6 },
      { role: 'contractor', count: 8 },
      { role: 'facility', count: 4 },
    ])
  })

  const logins = {
    'admin@mendwell.test': 'admin',
    'facility@mendwell.test': 'facility',
    'facility2@mendwell.test': 'facility',
    'contractor@mendwell.test': 'contractor',
    'contractor2@mendwell.test': 'contractor',
    'consultant@mendwell.test': 'consultant',
    'consultant2@mendwell.test': 'consultant',
  }
  for (const [email, role] of Object.entries(logins)) {
    test(`${email} is a confirmed ${role} whose password is the demo's`, async () => {
      const { rows: found } = await pool.query(
        `select p.role, u.email_confirmed_at is not null as is_confirmed,
                u.encrypted_password = extensions.crypt('Mendwell-demo-1', u.encrypted_password) as fits
         from auth.users u
           join auth.identities i on i.user_id = u.id and i.provider = 'email' and i.email = u.email
           join public.profiles p on p.id = u.id
         where u.email = $1 and u.aud = 'authenticated' and u.role = 'authenticated'`,
        [email],
      )
      assert.deepEqual(found, [{ role, is_confirmed: true, fits: true }])
    })
  }

  test('are the ones in logins.txt', async () => {
    const loginTexts = await readFile(new URL('../../seed/logins.txt', import.meta.url), 'utf8')
    assert.deepEqual(loginTexts.match(/\S+@\S+/g)?.toSorted(), Object.keys(logins).toSorted())
    assert.match(loginTexts, /with the password Mendwell-demo-1:$/m)
  })

  test('all have a name, a company, a headline, a place and a story of their own', async () => {
    const withoutPicture = await column(
      `select full_name as value from public.profiles
       where username is null or company_name is null or headline is null or location is null or bio is null
         or role in ('contractor', 'consultant') and services = '{}'`,
    )
    assert.deepEqual(withoutPicture, [])
  })

  test('have no null tokens', async () => {
    const brokenFiles = await column(
      `select email as value from auth.users
       where num_nulls(confirmation_token, recovery_token, email_change_token_new, email_change,
                       email_change_token_current, reauthentication_token) > 0`,
    )
    assert.deepEqual(brokenFiles, [])
  })
})

suite('the story shows', () => {
  test('a job in every state', async () => {
    const states = await column(
      `select distinct case
           when is_deleted then 'deleted' when status = 'finished' then 'finished'
           when awarded_at is not null then 'awarded'
           else 'open, ' || case (select count(*) from public.bids where job_id = j.id and status = 'pending')
             when 0 then 'no bid' when 1 then 'one bid' else 'several bids' end
         end as value
       from public.jobs j order by value`,
    )
    assert.deepEqual(states, [
      'awarded',
      'deleted',
      'finished',
      'open, no bid',
      'open, one bid',
      'open, several bids',
    ])
  })

  test('a job of every category', async () => {
    const unusedTables = await column(
      `select name as value from public.job_categories
       where name not in (select category from public.jobs where not is_deleted)`,
    )
    assert.deepEqual(unusedTables, [])
  })

  test('a bid in every state', async () => {
    const states = await column('select distinct status as value from public.bids order by value')
    assert.deepEqual(states, ['accepted', 'pending', 'rejected', 'withdrawn'])
  })

  test('consultations that are past, upcoming and cancelled', async () => {
    const kinds = await column(
      `select distinct case
           when status = 'cancelled' then status when ends_at <= now() then 'past' else 'ahead'
         end as value
       from public.consultations order by value`,
    )
    assert.deepEqual(kinds, ['ahead', 'cancelled', 'past'])
  })

  test('no current consultation between facility2 and consultant2', async () => {
    const openJobs = await rows(
      `select c.id from public.consultations c
         join auth.users f on f.id = c.facility_id and f.email = 'facility2@mendwell.test'
         join auth.users k on k.id = c.consultant_id and k.email = 'consultant2@mendwell.test'
       where c.status = 'booked' and c.ends_at > now()`,
    )
    assert.deepEqual(openJobs, [])
  })

  test('a payment in every state', async () => {
    const states = await column(
      'select distinct status as value from public.payments order by value',
    )
    assert.deepEqual(states, ['paid', 'pending', 'refunded', 'void'])
  })

  test('unread messages for facility, contractor and consultant', async () => {
    const waitingItems = await column(
      `select distinct u.email as value
       from public.messages m join auth.users u on u.id = m.recipient_id
       where not m.read and u.email in
         ('facility@mendwell.test', 'contractor@mendwell.test', 'consultant@mendwell.test')
       order by value`,
    )
    assert.deepEqual(waitingItems, [
      'consultant@mendwell.test',
      'contractor@mendwell.test',
      'facility@mendwell.test',
    ])
  })

  test('reviews of 2 to 5 stars, mostly 4 and 5', async () => {
    const [stars] = await rows(
      'select min(rating), max(rating), avg(rating) > 4 as is_good from public.reviews',
    )
    assert.deepEqual(stars, { min: 2, max: 5, is_good: true })
  })

  test('handled and open demo requests', async () => {
    const kinds = await column(
      'select distinct handled as value from public.demo_requests order by 1',
    )
    assert.deepEqual(kinds, [false, true])
  })

  for (const days of [7, 30, 90]) {
    test(`something in every chart of the last ${days} days`, async () => {
      const [sums] = await rows(
        `with days as (select (now() at time zone app.time_zone())::date as today)
         select
           (select sum(amount) > 0 from app.get_revenue_analytics(today - ${days - 1}, today)) as revenue,
           (select sum(count) > 0 from app.get_user_growth(today - ${days - 1}, today)) as growth,
           (select sum(posted_jobs) > 0 from app.get_job_analytics(today - ${days - 1}, today)) as jobs,
           (select sum(bids) > 0 from app.get_job_analytics(today - ${days - 1}, today)) as bids,
           (select sum(count) > 0 from app.get_consultation_analytics(today - ${days - 1}, today)) as consultations
         from days`,
      )
      assert.deepEqual(sums, {
        revenue: true,
        growth: true,
        jobs: true,
        bids: true,
        consultations: true,
      })
    })
  }

  for (const email of ['consultant@mendwell.test', 'consultant2@mendwell.test']) {
    test(`${email} in January to May of the last year whose May is over`, async () => {
      const [values] = await column(
        `select count(*) > 0 as value
         from public.consultations c join auth.users u on u.id = c.consultant_id,
           lateral (select date_trunc('year', now() - interval '5 months') as first) as year
         where u.email = '${email}' and c.status = 'booked' and c.fee > 0 and c.ends_at <= now()
           and c.scheduled_at >= year.first and c.scheduled_at < year.first + interval '5 months'`,
      )
      assert.equal(values, true)
    })
  }
})

suite('the story makes sense', () => {
  for (const [description, statement] of Object.entries(contradictions)) {
    test(`without ${description}`, async () => {
      assert.equal((await rows(statement)).length, 0)
    })
  }
})

suite('loading the story', () => {
  test('takes one transaction: rolled back, it leaves nothing', async () => {
    const { pool: other } = await productDatabase()
    const before = await readContent(other)
    await loadDemo(other, story, 'rollback')
    assert.deepEqual(await readContent(other), before)
  })

  test('gives two databases the same content and drops the helper functions', async () => {
    const { pool: other } = await productDatabase()
    await loadDemo(other)
    assert.deepEqual(await readContent(other), await readContent(pool))
    const helpers = await other.query(
      `select proname as name from pg_catalog.pg_proc where pronamespace::regnamespace::text like 'pg_temp%'
       union all
       select relname from pg_catalog.pg_class where relnamespace::regnamespace::text like 'pg_temp%'`,
    )
    assert.deepEqual(helpers.rows, [])
  })

  for (const days of [1, 2, 3, 4, 5, 6]) {
    test(`makes sense ${days} days before today as well, on another day of the week`, async () => {
      const { pool: other } = await productDatabase()
      await loadDemo(
        other,
        story.map((text) => text.replaceAll('now()', `(now() - interval '${days} days')`)),
      )
      assert.deepEqual(await findContradictions(other), [])
    })
  }
})
