import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ask, headersOf, json, refusalIn, rowsIn } from '../support/ask.ts'
import { loose, server } from '../support/clients.ts'
import { only, refused, rowOf, rowsOf, succeeded, textIn } from '../support/expect.ts'
import { actor, jobOf, openMarket, placeBid, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const facility = await actor('facility')
const jobs = () => facility.client.from('jobs')
const withBudget = (budget: number) => ({ ...jobOf(facility), budget })
const many = (...budgets: number[]) => budgets.map(withBudget)

suite('insert', () => {
  test('alone returns nothing', async () => {
    const { data } = await succeeded(jobs().insert(jobOf(facility)), 201)
    assert.equal(data, null)
  })

  test('with select returns the stored row, with embeds and computed columns', async () => {
    const call = jobs()
      .insert(jobOf(facility))
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
    await refused(jobs().insert(many(21, -1, 23)), 400, 'money_invalid')
    assert.deepEqual(await rowsOf(jobs().select('id').in('budget', [21, 23])), [])
  })

  test('of many rows with a count', async () => {
    const { count } = await jobs().insert(many(31, 32), { count: 'exact' })
    assert.equal(count, 2)
  })

  test('of many rows with different columns uses null or the default', async () => {
    const [one, other] = many(41, 42)
    const uneven = [{ ...one, category: 'HVAC' }, { ...other }]
    const insert = (defaultToNull: boolean) =>
      loose(facility.client)
        .from('jobs')
        .insert(uneven, { defaultToNull })
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
    const again = { ...jobOf(facility), id }
    const { details } = await refused(server.from('jobs').insert(again), 409, '23505')
    assert.match(String(details), /already exists/)
  })

  test('of a missing reference is a conflict', async () => {
    const lost = { ...jobOf(facility), facility_id: crypto.randomUUID() }
    await refused(server.from('jobs').insert(lost), 409, '23503')
  })

  test('into an unknown column is refused', async () => {
    const call = loose(facility.client)
      .from('jobs')
      .insert({ ...jobOf(facility), color: 'red' })
    const { message } = await refused(call, 400, 'PGRST204')
    assert.equal(message, "Could not find the 'color' column of 'jobs' in the schema cache")
  })

  test('returns the address of the row', async () => {
    const headers = { ...headersOf(tokenFor(facility.id)), ...json, prefer: 'return=headers-only' }
    const body = JSON.stringify(jobOf(facility))
    const made = await ask('/rest/v1/jobs', { method: 'POST', headers, body })
    assert.deepEqual([made.status, made.text], [201, ''])
    assert.match(made.headers.location ?? '', /^\/jobs\?id=eq\.[0-9a-f-]{36}$/)
    const read = await ask(`/rest/v1${made.headers.location}&select=budget`, { headers })
    assert.deepEqual(rowsIn(read), [{ budget: 1200 }])
  })
})

suite('update', () => {
  test('alone returns nothing, and with select the stored row', async () => {
    const id = await postJob(facility)
    const { data } = await succeeded(jobs().update({ budget: 5 }).eq('id', id), 204)
    assert.equal(data, null)
    const call = jobs().update({ title: 'Another' }).eq('id', id).select('title, budget')
    assert.deepEqual(await rowsOf(call), [{ title: 'Another', budget: 5 }])
  })

  test('without a match returns nothing', async () => {
    const call = jobs().update({ title: 'x' }).eq('id', crypto.randomUUID())
    assert.deepEqual(await rowsOf(call.select()), [])
    const single = jobs().update({ title: 'x' }).eq('id', crypto.randomUUID()).select().single()
    await refused(single, 406, 'PGRST116')
  })

  test('of many rows, with a count', async () => {
    await succeeded(jobs().insert(many(51, 52)), 201)
    const call = jobs().update({ location: 'Here' }, { count: 'exact' }).in('budget', [51, 52])
    assert.equal((await succeeded(call, 204)).count, 2)
  })

  test('of more rows than single allows is rolled back', async () => {
    await succeeded(jobs().insert(many(61, 61)), 201)
    const call = jobs().update({ location: 'Gone' }).eq('budget', 61).select().single()
    await refused(call, 406, 'PGRST116')
    const left = jobs().select('location').eq('budget', 61)
    assert.deepEqual(await rowsOf(left), [{ location: null }, { location: null }])
  })

  test('of more rows than maxAffected is rolled back', async () => {
    await succeeded(jobs().insert(many(71, 71, 71)), 201)
    const update = (most: number) =>
      jobs().update({ location: 'Gone' }).eq('budget', 71).maxAffected(most)
    const { message, details } = await refused(update(2), 400, 'PGRST124')
    assert.equal(message, 'Query result exceeds max-affected preference constraint')
    assert.equal(details, 'The query affects 3 rows')
    const moved = jobs().select('id', { count: 'exact', head: true }).eq('budget', 71)
    assert.equal((await moved.eq('location', 'Gone')).count, 0)
    await succeeded(update(3), 204)
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
    person = await actor('contractor')
    const row = { user_id: person.id, sound: false }
    await settings().upsert(row).throwOnError()
    assert.deepEqual(await rowsOf(settings().select('sound, email')), [
      { sound: false, email: true },
    ])
  })

  test('of a new row creates it', async () => {
    person = await actor('contractor')
    await settings().delete().eq('user_id', person.id).throwOnError()
    const call = settings().upsert({ user_id: person.id, sound: false }).select('sound')
    assert.deepEqual(await rowsOf(call, 201), [{ sound: false }])
  })

  test('can leave existing rows unchanged', async () => {
    person = await actor('contractor')
    const row = { user_id: person.id, sound: false }
    const call = settings().upsert(row, { ignoreDuplicates: true }).select()
    assert.deepEqual(await rowsOf(call, 201), [])
    assert.deepEqual(await rowsOf(settings().select('sound')), [{ sound: true }])
  })

  test('on columns other than the key', async () => {
    person = await actor('contractor')
    const row = { user_id: person.id, email: false }
    await settings().upsert(row, { onConflict: 'user_id' }).throwOnError()
    assert.deepEqual(await rowsOf(settings().select('email')), [{ email: false }])
    await refused(settings().upsert(row, { onConflict: 'email' }), 400, '42P10')
    await refused(settings().upsert(row, { onConflict: 'nothing' }), 400, 'PGRST204')
  })
})

suite('delete', () => {
  test('returns the deleted rows', async () => {
    const { id, client } = await actor('consultant')
    const settings = () => client.from('notification_settings')
    const call = settings().delete({ count: 'exact' }).eq('user_id', id).select('user_id')
    const { data, count } = await succeeded(call, 200)
    assert.deepEqual([data, count], [[{ user_id: id }], 1])
    const { data: none } = await succeeded(settings().delete().eq('user_id', id), 204)
    assert.equal(none, null)
  })
})

suite('preferences', () => {
  const headers = { ...headersOf(tokenFor(facility.id)), ...json }

  test('that are unknown are ignored, or refused with handling=strict', async () => {
    const get = (prefer: string) =>
      ask('/rest/v1/jobs?limit=1', { headers: { ...headers, prefer } })
    assert.equal((await get('anything=goes')).status, 200)
    const strict = await get('handling=strict, anything=goes')
    const { code, message, details } = refusalIn(strict)
    assert.deepEqual([strict.status, code], [400, 'PGRST122'])
    assert.equal(message, 'Invalid preferences given with handling=strict')
    assert.equal(details, 'Invalid preferences: anything=goes')
  })

  test('that had an effect are listed', async () => {
    const prefer = 'return=representation, count=exact, missing=default'
    const body = JSON.stringify(jobOf(facility))
    const made = await ask('/rest/v1/jobs', {
      method: 'POST',
      headers: { ...headers, prefer },
      body,
    })
    const applied = made.headers['preference-applied']
    const told = String(applied).split(', ').toSorted().join(', ')
    assert.equal(told, 'count=exact, missing=default, return=representation')
  })
})

test('everybody can read a write at once', async () => {
  const { facility: owner, contractor } = await openMarket()
  const id = await postJob(owner)
  const seen = contractor.client.from('jobs').select('id').eq('id', id)
  assert.equal(textIn(only(await rowsOf(seen)), 'id'), id)
  const bid = await placeBid(contractor, id)
  assert.equal((await rowsOf(owner.client.from('bids').select('id').eq('id', bid))).length, 1)
})
