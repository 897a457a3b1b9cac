import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  sendRequest,
  jsonHeaders,
  serviceHeaders,
  refusalIn,
  rowsIn,
  headersOfUser,
} from '../support/http-request.ts'
import { clientFor, untyped } from '../support/clients.ts'
import { expectRefusal, rowsOf } from '../support/expect.ts'

const admin = clientFor('admin')

suite('a call', () => {
  test('by POST, with named arguments', async () => {
    const range = { start_date: '2025-01-01', end_date: '2025-01-03' }
    assert.equal((await rowsOf(admin.rpc('get_user_growth', range))).length, 3)
  })

  test('with defaults for missing arguments', async () => {
    const all = await rowsOf(admin.rpc('search_consultants'))
    assert.deepEqual(await rowsOf(admin.rpc('search_consultants', {})), all)
    assert.deepEqual(await rowsOf(admin.rpc('search_consultants', { query: '' })), all)
  })

  test('by GET', async () => {
    const call = admin.rpc('search_consultants', { query: 'roof', min_rating: 1 }, { get: true })
    const posted = admin.rpc('search_consultants', { query: 'roof', min_rating: 1 })
    assert.deepEqual(await rowsOf(call), await rowsOf(posted))
  })

  test('by HEAD, with a count', async () => {
    const options = { head: true, count: 'exact' } as const
    const { data, count, status } = await admin.rpc('search_consultants', {}, options)
    assert.deepEqual([data, status], [null, 200])
    assert.equal(count, (await rowsOf(admin.rpc('search_consultants'))).length)
  })

  test('with filters, columns, order and pages', async () => {
    const call = admin
      .rpc('get_job_categories')
      .select('name:category')
      .neq('category', 'HVAC')
      .order('category')
      .limit(2)
    assert.deepEqual(await rowsOf(call), [{ name: 'Electrical' }, { name: 'General' }])
  })

  test('returns a value that is not a row unchanged', async () => {
    const body = JSON.stringify({ full_name: 'A', email: 'a@b.test', company: 'C', message: 'D' })
    const headers = { ...serviceHeaders, ...jsonHeaders }
    const reply = await sendRequest('/rest/v1/rpc/submit_demo_request', {
      method: 'POST',
      headers,
      body,
    })
    assert.deepEqual([reply.status, reply.text], [200, '"Thank you"'])
  })

  test('a filter on an unknown column is refused', async () => {
    const call = untyped(admin).rpc('get_job_categories').eq('color', 'red')
    const { status, error } = await call
    assert.deepEqual([status, error?.code], [400, '42703'])
  })
})

suite('a call that is refused', () => {
  test('of an unknown function, with a suggestion', async () => {
    const { message, hint } = await expectRefusal(
      untyped(admin).rpc('get_job_categorys'),
      404,
      'PGRST202',
    )
    const signature = 'public.get_job_categorys without parameters in the schema cache'
    assert.equal(message, `Could not find the function ${signature}`)
    assert.equal(hint, 'Perhaps you meant to call the function public.get_job_categories')
  })

  test('with other arguments', async () => {
    const call = untyped(admin).rpc('get_user_growth', {
      start: '2025-01-01',
      end_date: '2025-01-02',
    })
    const { message, details } = await expectRefusal(call, 404, 'PGRST202')
    const signature = 'public.get_user_growth(end_date, start)'
    assert.match(
      message,
      /^Could not find the function public\.get_user_growth\(.*\) in the schema cache$/,
    )
    assert.match(
      String(details),
      /^Searched for the function public\.get_user_growth with parameters /,
    )
    assert.equal(message, `Could not find the function ${signature} in the schema cache`)
  })

  test('with a missing argument', async () => {
    const call = untyped(admin).rpc('get_user_growth', { start_date: '2025-01-01' })
    await expectRefusal(call, 404, 'PGRST202')
  })

  test('by GET, of a function that writes', async () => {
    const path = '/rest/v1/rpc/submit_demo_request?full_name=A&email=a@b.test&company=C&message=D'
    const reply = await sendRequest(path, { headers: serviceHeaders })
    assert.equal(reply.status, 405)
    assert.equal(refusalIn(reply).code, '25006')
  })

  test('by other methods', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const options = { method, headers: { ...serviceHeaders, ...jsonHeaders }, body: '{}' }
      const reply = await sendRequest('/rest/v1/rpc/get_job_categories', options)
      assert.deepEqual([reply.status, refusalIn(reply).code], [405, 'PGRST101'], method)
    }
  })

  test('of a function that is not exposed', async () => {
    for (const name of [
      'is_admin',
      'app.is_admin',
      'assert_session',
      'pg_sleep',
      'version',
      'email',
      'bid_count',
    ])
      await expectRefusal(untyped(admin).rpc(name), 404, 'PGRST202')
  })
})

suite('an address that is refused', () => {
  const headers = headersOfUser('admin')
  const get = async (path: string) => {
    const reply = await sendRequest(`/rest/v1/${path}`, { headers })
    return [reply.status, refusalIn(reply).code]
  }

  test('an unknown table, with a suggestion', async () => {
    const call = untyped(admin).from('job').select()
    const { message, hint } = await expectRefusal(call, 404, 'PGRST205')
    assert.equal(message, "Could not find the table 'public.job' in the schema cache")
    assert.equal(hint, "Perhaps you meant the table 'public.jobs'")
    const { hint: none } = await expectRefusal(
      untyped(admin).from('xyzzy').select(),
      404,
      'PGRST205',
    )
    assert.equal(none, null)
  })

  test('with more than one part', async () => {
    for (const path of ['jobs/1', 'rpc/a/b', 'jobs/', 'rpc/'])
      assert.deepEqual(await get(path), [404, 'PGRST125'], path)
  })

  test('an unsupported format', async () => {
    const reply = await sendRequest('/rest/v1/jobs', {
      headers: { ...headers, accept: 'image/png' },
    })
    const { code, message } = refusalIn(reply)
    assert.deepEqual([reply.status, code], [406, 'PGRST107'])
    assert.equal(message, 'None of these media types are available: image/png')
  })

  test('a supported format among others', async () => {
    const accept = 'image/png, text/csv;q=0.5, application/json;q=0.9'
    const reply = await sendRequest('/rest/v1/job_categories', { headers: { ...headers, accept } })
    assert.equal(rowsIn(reply).length, 7)
  })

  test('a schema that is not exposed', async () => {
    for (const schema of [
      'auth',
      'private',
      'app',
      'storage',
      'realtime',
      'pg_catalog',
      'information_schema',
      'nothing',
      'public"; --',
      '',
    ]) {
      const call = untyped(admin).schema(schema).from('users').select()
      const { message, hint } = await expectRefusal(call, 406, 'PGRST106')
      assert.equal(message, `Invalid schema: ${schema}`)
      assert.equal(hint, 'Only the following schemas are exposed: public')
      await expectRefusal(
        untyped(admin).schema(schema).from('users').insert({ id: 1 }),
        406,
        'PGRST106',
      )
      await expectRefusal(untyped(admin).schema(schema).rpc('version'), 406, 'PGRST106')
    }
  })

  test('but not an exposed schema', async () => {
    assert.equal((await rowsOf(admin.schema('public').from('job_categories').select())).length, 7)
  })
})
