import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { clientFor, untyped } from '../support/clients.ts'
import { type ClientResult, only, expectRefusal, rowOf, rowsOf } from '../support/expect.ts'
import { bookConsultation, createActors, placeBid, postJob } from '../support/market.ts'

const { facility, contractor, rival, consultant } = await createActors()
const job = await postJob(facility, { title: 'With bids' })
const empty = await postJob(facility, { title: 'Without bids' })
const high = await placeBid(contractor, job, 900)
const low = await placeBid(rival, job, 700)
const consultation = await bookConsultation(facility, consultant)

const jobs = (columns: string) =>
  untyped(facility.client).from('jobs').select(columns).order('title')

suite('an embed', () => {
  test('to one is an object', async () => {
    const call = facility.client.from('bids').select('id, jobs(id, title)').eq('id', high)
    assert.deepEqual(await rowsOf(call), [{ id: high, jobs: { id: job, title: 'With bids' } }])
  })

  test('to many is a list, which may be empty', async () => {
    const rows = await rowsOf(jobs('id, bids(amount)').order('amount', { referencedTable: 'bids' }))
    assert.deepEqual(rows, [
      { id: job, bids: [{ amount: 700 }, { amount: 900 }] },
      { id: empty, bids: [] },
    ])
  })

  test('has its alias', async () => {
    const call = jobs('offers:bids(amount)')
      .eq('id', job)
      .order('amount', { referencedTable: 'offers' })
    assert.deepEqual(await rowsOf(call), [{ offers: [{ amount: 700 }, { amount: 900 }] }])
  })

  test('is found by the name of a constraint', async () => {
    const call = facility.client
      .from('jobs')
      .select('owner:profiles!jobs_facility_id_fkey(full_name)')
      .eq('id', job)
    assert.deepEqual(await rowsOf(call), [{ owner: { full_name: 'Fay Facility' } }])
  })

  test('is found by the name of a column', async () => {
    const call = jobs('facility_id(full_name), by:profiles!facility_id(full_name)').eq('id', job)
    const name = { full_name: 'Fay Facility' }
    assert.deepEqual(await rowsOf(call), [{ facility_id: name, by: name }])
  })

  test('is null if nothing is referenced', async () => {
    const call = jobs('winner:profiles!jobs_awarded_contractor_id_fkey(full_name)').eq('id', job)
    assert.deepEqual(await rowsOf(call), [{ winner: null }])
  })

  test('can have nested embeds', async () => {
    const call = jobs('title, bids(amount, contractor:profiles(full_name, role))')
    const rows = await rowsOf(
      call.eq('id', job).order('amount', { referencedTable: 'bids', ascending: false }),
    )
    assert.deepEqual(rows, [
      {
        title: 'With bids',
        bids: [
          { amount: 900, contractor: { full_name: 'Carl Contractor', role: 'contractor' } },
          { amount: 700, contractor: { full_name: 'Rita Rival', role: 'contractor' } },
        ],
      },
    ])
  })

  test('works through a view', async () => {
    const call = untyped(facility.client)
      .from('dashboard_facility_job_bids')
      .select('amount, jobs(title)')
      .eq('bid_id', low)
    assert.deepEqual(await rowsOf(call), [{ amount: 700, jobs: { title: 'With bids' } }])
  })

  test('can have all columns and a computed column', async () => {
    const call = facility.client.from('bids').select('jobs(*, bid_count)').eq('id', low)
    const { jobs: found } = z
      .object({ jobs: z.object({ bid_count: z.number(), title: z.string() }) })
      .parse(only(await rowsOf(call)))
    assert.deepEqual(found, { bid_count: 2, title: 'With bids' })
  })

  test('without columns shows nothing', async () => {
    const call = jobs('title, bids()').eq('id', job)
    assert.deepEqual(await rowsOf(call), [{ title: 'With bids' }])
  })

  test('of a consultation has both users', async () => {
    const call = untyped(facility.client)
      .from('consultations')
      .select(
        'consultant:profiles!consultations_consultant_id_fkey(full_name),' +
          'facility:profiles!consultations_facility_id_fkey(full_name)',
      )
      .eq('id', consultation)
      .single()
    assert.deepEqual(await rowOf(call), {
      consultant: { full_name: 'Kim Consultant' },
      facility: { full_name: 'Fay Facility' },
    })
  })
})

async function titles(call: PromiseLike<ClientResult>) {
  return (await rowsOf(call)).map(({ title }) => title)
}

suite('!inner', () => {
  test('keeps the rows that have an embedded row', async () => {
    assert.deepEqual(await titles(jobs('title, bids!inner(id)')), ['With bids'])
  })

  test('keeps the rows whose embed matches the filter', async () => {
    const call = (amount: number) => jobs('title, bids!inner(amount)').gt('bids.amount', amount)
    assert.deepEqual(await rowsOf(call(800)), [{ title: 'With bids', bids: [{ amount: 900 }] }])
    assert.deepEqual(await rowsOf(call(1000)), [])
  })

  test('without it a filter only narrows the embed', async () => {
    assert.deepEqual(await rowsOf(jobs('title, bids(amount)').gt('bids.amount', 1000)), [
      { title: 'With bids', bids: [] },
      { title: 'Without bids', bids: [] },
    ])
  })

  test('can be written as a filter "is null" or "not is null"', async () => {
    assert.deepEqual(await titles(jobs('title, bids()').is('bids', null)), ['Without bids'])
    assert.deepEqual(await titles(jobs('title, bids()').not('bids', 'is', null)), ['With bids'])
  })

  test('any other filter on an embed itself is refused', async () => {
    const { message } = await expectRefusal(jobs('title, bids(id)').eq('bids', 1), 400, 'PGRST120')
    assert.equal(message, "Bad operator on the 'bids' embedded resource")
  })
})

suite('inside an embed', () => {
  const bids = (columns: string) => jobs(`bids(${columns})`).eq('id', job)
  const byAmount = { referencedTable: 'bids', ascending: false }

  test('filters, order and limit', async () => {
    const one = bids('amount').order('amount', byAmount).limit(1, { referencedTable: 'bids' })
    assert.deepEqual(await rowsOf(one), [{ bids: [{ amount: 900 }] }])
    const page = bids('amount').order('amount', byAmount).range(1, 1, { referencedTable: 'bids' })
    assert.deepEqual(await rowsOf(page), [{ bids: [{ amount: 700 }] }])
    const cheap = bids('amount').lt('bids.amount', 800)
    assert.deepEqual(await rowsOf(cheap), [{ bids: [{ amount: 700 }] }])
  })

  test('or', async () => {
    const call = bids('amount').or('amount.eq.700,amount.eq.1', { referencedTable: 'bids' })
    assert.deepEqual(await rowsOf(call), [{ bids: [{ amount: 700 }] }])
  })

  test('a filter two levels down', async () => {
    const call = bids('amount,profiles!inner(full_name)').eq(
      'bids.profiles.full_name',
      'Rita Rival',
    )
    assert.deepEqual(await rowsOf(call), [
      { bids: [{ amount: 700, profiles: { full_name: 'Rita Rival' } }] },
    ])
  })
})

suite('order by an embed', () => {
  test('to one', async () => {
    const amounts = async (ascending: boolean) => {
      const call = facility.client.from('bids').select('amount, profiles(full_name)')
      const ordered = call.eq('job_id', job).order('profiles(full_name)', { ascending })
      return (await rowsOf(ordered)).map(({ amount }) => amount)
    }
    assert.deepEqual(await amounts(true), [900, 700])
    assert.deepEqual(await amounts(false), [700, 900])
  })

  test('to many is refused', async () => {
    const call = untyped(facility.client).from('jobs').select('id, bids(amount)')
    const { message, details } = await expectRefusal(call.order('bids(amount)'), 400, 'PGRST118')
    assert.equal(message, "A related order on 'bids' is not possible")
    assert.equal(details, "'jobs' and 'bids' do not form a many-to-one or one-to-one relationship")
  })

  test('that does not exist is refused', async () => {
    await expectRefusal(jobs('id').order('bids(amount)'), 400, 'PGRST108')
  })
})

suite('an embed that cannot be found', () => {
  test('has no relationship', async () => {
    const error = await expectRefusal(jobs('id, reviews(id)'), 400, 'PGRST200')
    const between = "a relationship between 'jobs' and 'reviews' in the schema cache"
    assert.equal(error.message, `Could not find ${between}`)
    const details =
      "Searched for a foreign key relationship between 'jobs' and 'reviews' in the schema 'public', but no matches were found."
    assert.equal(error.details, details)
  })

  test('has a similar name', async () => {
    const { hint } = await expectRefusal(jobs('id, bid(id)'), 400, 'PGRST200')
    assert.equal(hint, "Perhaps you meant 'bids' instead of 'bid'.")
  })

  test('has several relationships', async () => {
    const { message, hint, details } = await expectRefusal(
      jobs('id, profiles(id)'),
      300,
      'PGRST201',
    )
    assert.equal(
      message,
      "Could not embed because more than one relationship was found for 'jobs' and 'profiles'",
    )
    assert.match(hint ?? '', /^Try changing 'profiles' to one of the following: /)
    assert.match(hint ?? '', /'profiles!jobs_facility_id_fkey'/)
    const choice = z.object({
      cardinality: z.string(),
      embedding: z.string(),
      relationship: z.string(),
    })
    assert.ok(
      z
        .array(choice)
        .parse(details)
        .some(({ cardinality }) => cardinality === 'many-to-one'),
    )
  })

  test('has a hint that matches nothing', async () => {
    await expectRefusal(jobs('id, profiles!nothing(id)'), 400, 'PGRST200')
    await expectRefusal(jobs('id, bids!bids_contractor_id_fkey(id)'), 400, 'PGRST200')
  })
})

test('an embed shows only what the user may see', async () => {
  const visibleBids = untyped(clientFor('contractor'))
    .from('jobs')
    .select('id, bids(id)')
    .eq('id', job)
  assert.deepEqual(await rowsOf(visibleBids), [{ id: job, bids: [] }])
  const rivalJob = untyped(rival.client).from('jobs').select('id, bids(id)').eq('id', job)
  assert.deepEqual(await rowsOf(rivalJob), [{ id: job, bids: [{ id: low }] }])
})
