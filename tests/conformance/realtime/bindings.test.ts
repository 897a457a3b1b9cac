// Checks subscriptions to postgres_changes with all filters that realtime-js supports.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { postgresChangesFilter } from '@supabase/supabase-js'
import { query } from '../support/database.ts'
import { only, rowsOf, expectSuccess, textIn } from '../support/expect.ts'
import {
  subscribeToTable,
  waitForItems,
  joinChannel,
  liveClient,
  expectJoinRefusal,
} from '../support/live.ts'
import {
  type Actor,
  createActor,
  awardJob,
  bookConsultation,
  messageFields,
  createActors,
  placeBid,
  postJob,
  sendMessage,
} from '../support/market.ts'

const { facility, contractor } = await createActors()

suite('a binding to postgres_changes', () => {
  for (const vsn of ['1.0.0', '2.0.0'] as const) {
    test(`receives committed changes, in version ${vsn}`, async () => {
      const { changes } = await subscribeToTable(await liveClient(facility.id, { vsn }), {
        table: 'jobs',
      })
      const job = await postJob(facility)
      const [change] = await waitForItems(changes)
      assert.equal(change?.eventType, 'INSERT')
      assert.equal(change?.new['id'], job)
    })
  }

  test('receives only its event', async () => {
    const client = await liveClient(facility.id)
    const { changes } = await subscribeToTable(client, { table: 'jobs', event: 'UPDATE' })
    const job = await postJob(facility)
    await expectSuccess(
      facility.client.from('jobs').update({ title: 'Another roof' }).eq('id', job),
      204,
    )
    const [change] = await waitForItems(changes)
    assert.deepEqual([change?.eventType, changes.length], ['UPDATE', 1])
    const { changes: deletions } = await subscribeToTable(client, {
      table: 'profiles',
      event: 'DELETE',
    })
    const { id } = await createActor('facility')
    await query("update public.profiles set bio = 'new' where id = $1", [id])
    await query('delete from auth.users where id = $1', [id])
    await waitForItems(deletions)
    assert.deepEqual(
      deletions.map(({ eventType, old }) => [eventType, old]),
      [['DELETE', { id }]],
    )
  })

  test('receives changes of every table in a schema', async () => {
    const tables: string[] = []
    const subscription = { event: 'INSERT', schema: 'public' } as const
    const channel = (await liveClient(facility.id))
      .channel('whole schema')
      .on('postgres_changes', subscription, ({ table }) => tables.push(table))
    await joinChannel(channel)
    const job = await postJob(facility)
    await placeBid(contractor, job)
    await waitForItems(tables, 3)
    assert.deepEqual(tables.toSorted(), ['bids', 'jobs', 'notices'])
  })

  // @covers wire.live-filters
  test('supports every filter of postgresChangesFilter, except for two that are refused by name', async () => {
    const client = await liveClient(facility.id)
    const { job } = await awardJob(facility, contractor)
    const bid = { table: 'bids', event: 'INSERT' as const }
    const filters = () => postgresChangesFilter()
    const other = await postJob(facility)
    const fits = [
      filters().eq('job_id', other.toUpperCase()).eq('amount', '500.00'),
      filters().neq('job_id', job),
      filters().gt('amount', 499).gte('amount', 500).lt('amount', 501).lte('amount', 500),
      filters().in('status', ['pending', 'a,"b"']),
      filters().like('status', 'p%_g').ilike('status', '%PEND%'),
      filters().isDistinct('status', null).not('job_id', 'is', null),
    ]
    const passes = await Promise.all(
      fits.map((filter) => subscribeToTable(client, { ...bid, filter: filter.build() })),
    )
    const fails = await Promise.all(
      [
        filters().eq('job_id', job),
        filters().gt('amount', 500),
        filters().is('job_id', null),
        filters().not('status', 'eq', 'pending'),
        filters().like('status', 'P%'),
      ].map((filter) => subscribeToTable(client, { ...bid, filter: filter.build() })),
    )
    const placed = await placeBid(contractor, other, 500)
    for (const { changes, ids } of passes) {
      await waitForItems(changes)
      assert.deepEqual(ids(), [placed])
    }
    for (const { ids } of fails) assert.deepEqual(ids(), [])
    for (const filter of [filters().match('status', '^p'), filters().imatch('status', '^P')]) {
      const channel = client
        .channel(`pattern ${filter.build()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'bids', filter }, () => {})
      assert.match(
        await expectJoinRefusal(channel),
        /^NotSupported: The filter "i?match" is not supported/,
      )
    }
  })

  // @covers 7.realtime.messages
  test('receives the messages of one job or one consultation', async () => {
    const client = await liveClient(facility.id)
    const { consultant } = await createActors()
    const consultation_id = await bookConsultation(facility, consultant)
    const [{ job }, { job: other }] = [
      await awardJob(facility, contractor),
      await awardJob(facility, contractor),
    ]
    const inserts = { table: 'messages', event: 'INSERT' as const }
    const ofJob = await subscribeToTable(client, { ...inserts, filter: `job_id=eq.${job}` })
    const filter = `consultation_id=eq.${consultation_id}`
    const ofConsultation = await subscribeToTable(client, { ...inserts, filter })
    const sendOf = async (from: Actor, subject: Record<string, string>) => {
      const call = sendMessage(from.client, messageFields(from, facility, subject)).select('id')
      return textIn(only(await rowsOf(call, 201)), 'id')
    }
    await sendOf(contractor, { job_id: other })
    const ofJobSent = await sendOf(contractor, { job_id: job })
    const ofConsultationSent = await sendOf(consultant, { consultation_id })
    await waitForItems(ofJob.changes)
    await waitForItems(ofConsultation.changes)
    assert.deepEqual([ofJob.ids(), ofConsultation.ids()], [[ofJobSent], [ofConsultationSent]])
  })

  test('confirms the subscription', async () => {
    const messages: unknown[] = []
    const channel = (await liveClient(facility.id))
      .channel('system')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'jobs' }, () => {})
      .on('system', {}, (payload) => messages.push(payload))
    await joinChannel(channel)
    assert.deepEqual(await waitForItems(messages), [
      {
        channel: 'system',
        extension: 'postgres_changes',
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
      },
    ])
  })
})
