import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  sendRequest,
  headersWithToken,
  jsonHeaders,
  refusalIn,
  rowsIn,
} from '../support/http-request.ts'
import { untyped, server } from '../support/clients.ts'
import { only, expectRefusal, rowOf, rowsOf, expectSuccess, textIn } from '../support/expect.ts'
import { createActor, jobFields, createActors, placeBid, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const facility = await createActor('facility')
const jobs = () => facility.client.from('jobs')
const withBudget = (budget: number) => ({ ...jobFields(facility), budget })
const many = (...budgets: number[]) => budgets.map(withBudget)

suite('insert', () => {
  test('alone returns nothing', async () => {
    const { data } = await expectSuccess(jobs().insert(jobFields(facility)), 201)
    assert.equal(data, null)
  })

  test('with select returns the stored row, with embeds and computed columns', async () => {
    const call = jobs()
      .insert(jobFields(facility))
      .select('title, can_delete, owner:profiles!jobs_facility_id_fkey(full_name)')
      .single()
    const owner = { full_name: 'New facility' }
    assert.deepEqual(await rowOf(call, 201), { title: 'Mend the gate', can_delete: true, owner })
  })

  test('of many rows is one statement: all or none', async () => {
    const rows = await rowsOf(
      jobs()
        .insert(many(11, 12, 13))
        .select('budget'),
      201,
    )
    assert.deepEqual(rows, [{ budget: 11 }, { budget: 12 }, { budget: 13 }])
    await expectRefusal(jobs().insert(many(21, -1, 23)), 400, 'money_invalid')
    assert.deepEqual(await rowsOf(jobs().select('id').in('budget', [21, 23])), [])
  })

  test('of many rows with a count', async () => {
    const { count } = await jobs().insert(many(31, 32), { count: 'exact' })
    assert.equal(count, 2)
  })

  test('of many rows with different columns uses null or the default', async () => {
    const [one, other] = many(41, 42)
    const unequalRows = [{ ...one, category: 'HVAC' }, { ...other }]
    const insert = (defaultToNull: boolean) =>
      untyped(facility.client)
        .from('jobs')
        .insert(unequalRows, { defaultToNull })
        .select('category')
        .order('budget')
    const rows = await rowsOf(insert(false), 201)
    assert.deepEqual(rows, [{ category: 'HVAC' }, { category: 'General' }])
    const { status, error } = await insert(true)
    assert.ok(error && status === 400, error?.code)
  })

  test('of no rows creates nothing', async () => {
    assert.deepEqual(await rowsOf(jobs().insert([]).select(), 201), [])
  })

  test('of an existing key is a conflict', async () => {
    const id = await postJob(facility)
    const duplicate = { ...jobFields(facility), id }
    const { details } = await expectRefusal(server.from('jobs').insert(duplicate), 409, '23505')
    assert.match(String(details), /already exists/)
  })

  test('of a missing reference is a conflict', async () => {
    const lost = { ...jobFields(facility), facility_id: crypto.randomUUID() }
    await expectRefusal(server.from('jobs').insert(lost), 409, '23503')
  })

  test('into an unknown column is refused', async () => {
    const call = untyped(facility.client)
      .from('jobs')
      .insert({ ...jobFields(facility), color: 'red' })
    const { message } = await expectRefusal(call, 400, 'PGRST204')
    assert.equal(message, "Could not find the 'color' column of 'jobs' in the schema cache")
  })

  test('returns the address of the row', async () => {
    const headers = {
      ...headersWithToken(tokenFor(facility.id)),
      ...jsonHeaders,
      prefer: 'return=headers-only',
    }
    const body = JSON.stringify(jobFields(facility))
    const created = await sendRequest('/rest/v1/jobs', { method: 'POST', headers, body })
    assert.deepEqual([created.status, created.text], [201, ''])
    assert.match(created.headers.location ?? '', /^\/jobs\?id=eq\.[0-9a-f-]{36}$/)
    const read = await sendRequest(`/rest/v1${created.headers.location}&select=budget`, { headers })
    assert.deepEqual(rowsIn(read), [{ budget: 1200 }])
  })
})

suite('update', () => {
  test('alone returns nothing, and with select the stored row', async () => {
    const id = await postJob(facility)
    const { data } = await expectSuccess(jobs().update({ budget: 5 }).eq('id', id), 204)
    assert.equal(data, null)
    const call = jobs().update({ title: 'Another' }).eq('id', id).select('title, budget')
    assert.deepEqual(await rowsOf(call), [{ title: 'Another', budget: 5 }])
  })

  test('without a match returns nothing', async () => {
    const call = jobs().update({ title: 'x' }).eq('id', crypto.randomUUID())
    assert.deepEqual(await rowsOf(call.select()), [])
    const single = jobs().update({ title: 'x' }).eq('id', crypto.randomUUID()).select().single()
    await expectRefusal(single, 406, 'PGRST116')
  })

  test('of many rows, with a count', async () => {
    await expectSuccess(jobs().insert(many(51, 52)), 201)
    const call = jobs().update({ location: 'Here' }, { count: 'exact' }).in('budget', [51, 52])
    assert.equal((await expectSuccess(call, 204)).count, 2)
  })

  test('of more rows than single allows is rolled back', async () => {
    await expectSuccess(jobs().insert(many(61, 61)), 201)
    const call = jobs().update({ location: 'Gone' }).eq('budget', 61).select().single()
    await expectRefusal(call, 406, 'PGRST116')
    const remaining = jobs().select('location').eq('budget', 61)
    assert.deepEqual(await rowsOf(remaining), [{ location: null }, { location: null }])
  })

  test('of more rows than maxAffected is rolled back', async () => {
    await expectSuccess(jobs().insert(many(71, 71, 71)), 201)
    const update = (most: number) =>
      jobs().update({ location: 'Gone' }).eq('budget', 71).maxAffected(most)
    const { message, details } = await expectRefusal(update(2), 400, 'PGRST124')
    assert.equal(message, 'Query result exceeds max-affected preference constraint')
    assert.equal(details, 'The query affects 3 rows')
    const movedRows = jobs().select('id', { count: 'exact', head: true }).eq('budget', 71)
    assert.equal((await movedRows.eq('location', 'Gone')).count, 0)
    await expectSuccess(update(3), 204)
  })

  test('of no column changes nothing', async () => {
    const id = await postJob(facility)
    const { error } = await jobs().update({}).eq('id', id)
    assert.equal(error, null)
  })
})

suite('upsert', () => {
  const settings = () => person.client.from('notification_settings')
  let person = facility

  test('of an existing row merges', async () => {
    person = await createActor('contractor')
    const row = { user_id: person.id, sound: false }
    await settings().upsert(row).throwOnError()
    assert.deepEqual(await rowsOf(settings().select('sound, email')), [
      { sound: false, email: true },
    ])
  })

  test('of a new row creates it', async () => {
    person = await createActor('contractor')
    await settings().delete().eq('user_id', person.id).throwOnError()
    const call = settings().upsert({ user_id: person.id, sound: false }).select('sound')
    assert.deepEqual(await rowsOf(call, 201), [{ sound: false }])
  })

  test('can leave existing rows unchanged', async () => {
    person = await createActor('contractor')
    const row = { user_id: person.id, sound: false }
    const call = settings().upsert(row, { ignoreDuplicates: true }).select()
    assert.deepEqual(await rowsOf(call, 201), [])
    assert.deepEqual(await rowsOf(settings().select('sound')), [{ sound: true }])
  })

  test('on columns other than the key', async () => {
    person = await createActor('contractor')
    const row = { user_id: person.id, email: false }
    await settings().upsert(row, { onConflict: 'user_id' }).throwOnError()
    assert.deepEqual(await rowsOf(settings().select('email')), [{ email: false }])
    await expectRefusal(settings().upsert(row, { onConflict: 'email' }), 400, '42P10')
    await expectRefusal(settings().upsert(row, { onConflict: 'nothing' }), 400, 'PGRST204')
  })
})

suite('delete', () => {
  test('returns the deleted rows', async () => {
    const { id, client } = await createActor('consultant')
    const settings = () => client.from('notification_settings')
    const call = settings().delete({ count: 'exact' }).eq('user_id', id).select('user_id')
    const { data, count } = await expectSuccess(call, 200)
    assert.deepEqual([data, count], [[{ user_id: id }], 1])
    const { data: none } = await expectSuccess(settings().delete().eq('user_id', id), 204)
    assert.equal(none, null)
  })
})

suite('preferences', () => {
  const headers = { ...headersWithToken(tokenFor(facility.id)), ...jsonHeaders }

  test('that are unknown are ignored, or refused with handling=strict', async () => {
    const get = (prefer: string) =>
      sendRequest('/rest/v1/jobs?limit=1', { headers: { ...headers, prefer } })
    assert.equal((await get('anything=goes')).status, 200)
    const strict = await get('handling=strict, anything=goes')
    const { code, message, details } = refusalIn(strict)
    assert.deepEqual([strict.status, code], [400, 'PGRST122'])
    assert.equal(message, 'Invalid preferences given with handling=strict')
    assert.equal(details, 'Invalid preferences: anything=goes')
  })

  test('that had an effect are listed', async () => {
    const prefer = 'return=representation, count=exact, missing=default'
    const body = JSON.stringify(jobFields(facility))
    const created = await sendRequest('/rest/v1/jobs', {
      method: 'POST',
      headers: { ...headers, prefer },
      body,
    })
    const applied = created.headers['preference-applied']
    const preferences = String(applied).split(', ').toSorted().join(', ')
    assert.equal(preferences, 'count=exact, missing=default, return=representation')
  })
})

test('everybody can read a write at once', async () => {
  const { facility: owner, contractor } = await createActors()
  const id = await postJob(owner)
  const visibleRows = contractor.client.from('jobs').select('id').eq('id', id)
  assert.equal(textIn(only(await rowsOf(visibleRows)), 'id'), id)
  const bid = await placeBid(contractor, id)
  assert.equal((await rowsOf(owner.client.from('bids').select('id').eq('id', bid))).length, 1)
})
