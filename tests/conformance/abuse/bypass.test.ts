import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  sendRequest,
  headersWithToken,
  jsonHeaders,
  serviceHeaders,
  refusalIn,
  rowsIn,
  headersOfUser,
} from '../support/http-request.ts'
import { clientFor, type Client, idOf, untyped, visitor } from '../support/clients.ts'
import { expectRefusal, rowsOf } from '../support/expect.ts'
import { awardJob, createActors, placeBid, postJob } from '../support/market.ts'
import { secrets } from '../support/target.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor, rival } = await createActors()
const job = await postJob(facility)
const rivalBid = await placeBid(rival, job, 712.34)

suite('hidden rows stay hidden', () => {
  const bids = (client: Client, columns = '*') => untyped(client).from('bids').select(columns)

  test('in embeds', async () => {
    const rows = [
      ...(await rowsOf(
        untyped(contractor.client).from('jobs').select('id, bids(*)').eq('id', job),
      )),
      ...(await rowsOf(bids(contractor.client, '*, jobs(bids(*))'))),
      ...(await rowsOf(untyped(contractor.client).from('profiles').select('*, bids(*)'))),
      ...(await rowsOf(
        untyped(contractor.client)
          .from('profiles')
          .select('*, messages!messages_sender_id_fkey(*)'),
      )),
    ]
    assert.doesNotMatch(JSON.stringify(rows), /712\.34/)
    const mails = JSON.stringify(rows)
    assert.doesNotMatch(mails, /@mendwell\.test/)
  })

  test('in counts and HEAD', async () => {
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const call = contractor.client
        .from('bids')
        .select('*', { count, head: true })
        .eq('id', rivalBid)
      const { count: rowCount } = await call
      assert.equal(rowCount, 0)
    }
  })

  test('in filters on an inner embed', async () => {
    const guess = (amount: number) =>
      untyped(contractor.client)
        .from('jobs')
        .select('id, bids!inner()')
        .eq('id', job)
        .eq('bids.amount', amount)
    assert.deepEqual(await rowsOf(guess(712.34)), [])
  })

  test('in the order of rows', async () => {
    const call = untyped(contractor.client).from('bids').select('id, profiles(email)')
    assert.deepEqual(await rowsOf(call.order('profiles(email)')), [])
  })

  test('in views', async () => {
    const visibleRows = contractor.client.from('dashboard_available_jobs').select('*').eq('id', job)
    assert.doesNotMatch(JSON.stringify(await rowsOf(visibleRows)), /712\.34/)
    const list = untyped(facility.client).from('bids').select('id, admin_user_list(email)')
    const { status } = await list
    assert.ok(status === 403 || status === 400, String(status))
  })

  test('in computed columns and filters on them', async () => {
    const call = facility.client.from('profiles').select('id').eq('email', 'admin@mendwell.test')
    assert.deepEqual(await rowsOf(call), [])
    const others = facility.client.from('profiles').select('email').neq('id', facility.id)
    for (const { email } of await rowsOf(others)) assert.equal(email, null)
  })

  test('in the response to an update or a delete', async () => {
    const update = contractor.client.from('bids').update({ status: 'withdrawn' }).eq('id', rivalBid)
    assert.deepEqual(await rowsOf(update.select()), [])
    await expectRefusal(contractor.client.from('bids').delete().eq('id', rivalBid), 403, '42501')
    const all = contractor.client
      .from('notification_settings')
      .delete()
      .neq('user_id', contractor.id)
    assert.deepEqual(await rowsOf(all.select()), [])
  })

  test('in the response to a conflict', async () => {
    const bid = { contractor_id: contractor.id, job_id: job, amount: 3 }
    const call = untyped(contractor.client)
      .from('bids')
      .upsert({ ...bid, id: rivalBid })
    await expectRefusal(call, 403, '42501')
  })

  test('from a visitor, in every table', async () => {
    const tables =
      'profiles jobs bids messages payments reviews consultations conversations ' +
      'demo_requests notification_settings job_categories job_photos admin_user_list ' +
      'admin_live_metrics dashboard_inbox_preview dashboard_available_jobs'
    for (const table of tables.split(' ')) {
      await expectRefusal(untyped(visitor).from(table).select(), 401, '42501')
      const headed = await sendRequest(`/rest/v1/${table}`, { method: 'HEAD' })
      assert.equal(headed.status, 401, table)
      const countHeaders = { prefer: 'count=exact', apikey: secrets.anonKey }
      const reply = await sendRequest(`/rest/v1/${table}?limit=0`, { headers: countHeaders })
      assert.equal(reply.status, 401, table)
    }
  })
})

suite('a parameter that appears twice', () => {
  test('narrows the result as a filter, and never widens it', async () => {
    const headers = headersWithToken(tokenFor(contractor.id))
    const filters = `id=eq.${job}&id=eq.${crypto.randomUUID()}`
    const reply = await sendRequest(`/rest/v1/jobs?select=id&${filters}`, { headers })
    assert.deepEqual(rowsIn(reply), [])
  })

  test('counts once as select, limit or token', async () => {
    const headers = headersWithToken(tokenFor(contractor.id))
    for (const search of ['select=id&select=email', 'limit=1&limit=2', 'order=id&order=title']) {
      const { status } = await sendRequest(`/rest/v1/jobs?${search}`, { headers })
      assert.ok(status === 200 || status === 400, search)
    }
  })

  test('does not change the user as a key in the address', async () => {
    const path = `/rest/v1/profiles?apikey=${secrets.serviceRoleKey}&select=id`
    const reply = await sendRequest(path, { headers: { apikey: secrets.anonKey } })
    assert.equal(reply.status, 401)
  })
})

suite('headers that claim another identity', () => {
  const claims = {
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-user': 'postgres',
    'x-role': 'service_role',
    role: 'service_role',
    'request.jwt.claims': '{"role":"service_role"}',
    'x-supabase-role': 'service_role',
    cookie: `sb-access-token=${secrets.serviceRoleKey}`,
    'x-http-method-override': 'DELETE',
  }
  for (const [name, value] of Object.entries(claims)) {
    test(`${name} has no effect`, async () => {
      const headers = { ...headersOfUser('consultant'), [name]: value }
      const reply = await sendRequest('/rest/v1/notification_settings', { headers })
      assert.deepEqual(
        rowsIn(reply).map(({ user_id: id }) => id),
        [idOf('consultant')],
      )
    })
  }
})

suite('other schemas', () => {
  const names = [
    'auth.users',
    'users',
    'sessions',
    'private.settings',
    'settings',
    'secrets',
    'audit_log',
    'storage.objects',
    'objects',
    'buckets',
    'realtime.changes',
    'pg_catalog.pg_user',
    'pg_user',
    'pg_shadow',
    'pg_settings',
    'information_schema.tables',
    'tables',
    'app.contacts',
    'contacts',
    '"auth"."users"',
    'public.jobs',
    'auth/users',
  ]
  for (const name of names) {
    test(`${name} is not exposed, even to the service role key`, async () => {
      const reply = await sendRequest(`/rest/v1/${encodeURIComponent(name)}`, {
        headers: serviceHeaders,
      })
      assert.equal(reply.status, 404, reply.text)
      assert.match(refusalIn(reply).code, /^PGRST(205|125)$/)
    })
  }

  test('cannot be embedded', async () => {
    const embed = (name: string) =>
      untyped(clientFor('admin')).from('profiles').select(`id, ${name}(*)`)
    for (const name of ['users', 'contacts', 'objects', 'sessions', 'profiles_id_fkey'])
      await expectRefusal(embed(name), 400, 'PGRST200')
    await expectRefusal(embed('auth.users'), 400, 'PGRST100')
  })

  test('cannot be reached by a cast', async () => {
    for (const type of ['regclass', 'regrole', 'regproc', 'auth.aal_level']) {
      const path = `/rest/v1/jobs?select=title::${type}&limit=1`
      const reply = await sendRequest(path, { headers: serviceHeaders })
      assert.ok(reply.status >= 400 && reply.status < 500, `${type}: ${reply.status} ${reply.text}`)
    }
  })

  test('are not written to', async () => {
    for (const name of ['users', 'settings', 'audit_log', 'pg_authid']) {
      const options = {
        method: 'POST',
        headers: { ...serviceHeaders, ...jsonHeaders },
        body: '{"id":1}',
      }
      assert.equal((await sendRequest(`/rest/v1/${name}`, options)).status, 404)
    }
  })
})

test("an award does not reveal the winner's price to a loser", async () => {
  const market = await createActors()
  const { job: awarded } = await awardJob(market.facility, market.contractor, 433.21)
  const visibleRows = untyped(market.rival.client)
    .from('jobs')
    .select('*, bids(*)')
    .eq('id', awarded)
  assert.deepEqual(await rowsOf(visibleRows), [])
})
