import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../support/until.ts'
import { Audience } from '../support/audience.ts'
import { query } from '../support/database.ts'
import { textIn } from '../support/expect.ts'
import { subscribeToTable, waitForItems, liveClient, expectJoinRefusal } from '../support/live.ts'
import {
  acceptBid,
  createActor,
  awardJob,
  bookConsultation,
  finishJob,
  messageFields,
  createActors,
  placeBid,
  postJob,
  bookAndReview,
  sendMessage,
} from '../support/market.ts'

const { facility, contractor, rival, consultant } = await createActors()
const stranger = await createActor('facility', 'Sam Stranger')
const admin = await createActor('admin', 'Ada Admin')
const audience = await Audience.of({ facility, contractor, rival, consultant, stranger, admin })

async function idOfNewest(table: string, column: string, value: string) {
  const rows = await query(`select id from ${table} where ${column} = $1`, [value])
  const [row] = rows
  assert.ok(typeof row === 'object' && row !== null && 'id' in row)
  return String(row.id)
}

function hide(isHidden: boolean) {
  const change = { is_hidden: isHidden }
  return consultant.client.from('profiles').update(change).eq('id', consultant.id).throwOnError()
}

suite('a new row is sent only to users who may read it', () => {
  // @covers 7.realtime.tables
  test('a job: its facility, contractors, admins', async () => {
    assert.deepEqual(await audience.eventsOf(await postJob(facility)), {
      facility: 'INSERT',
      contractor: 'INSERT',
      rival: 'INSERT',
      admin: 'INSERT',
    })
  })

  // @covers 7.realtime.tables
  test('a bid: the facility, its contractor, admins', async () => {
    const bid = await placeBid(contractor, await postJob(facility))
    assert.deepEqual(await audience.eventsOf(bid), {
      facility: 'INSERT',
      contractor: 'INSERT',
      admin: 'INSERT',
    })
  })

  // @covers 7.realtime.tables
  test('a consultation: its parties, admins', async () => {
    const consultation = await bookConsultation(facility, consultant)
    assert.deepEqual(await audience.eventsOf(consultation), {
      facility: 'INSERT',
      consultant: 'INSERT',
      admin: 'INSERT',
    })
  })

  test('a message: its parties alone', async () => {
    const { job } = await awardJob(facility, contractor)
    const fields = messageFields(contractor, facility, { job_id: job })
    await sendMessage(contractor.client, fields).throwOnError()
    const sent = await idOfNewest('public.messages', 'job_id', job)
    assert.deepEqual(await audience.eventsOf(sent), {
      facility: 'INSERT',
      contractor: 'INSERT',
    })
  })

  // @covers 7.realtime.tables
  test('a payment: its payer, its payee, admins', async () => {
    const { job } = await awardJob(facility, contractor)
    await finishJob(contractor, job)
    const payment = await idOfNewest('public.payments', 'job_id', job)
    assert.deepEqual(await audience.eventsOf(payment), {
      facility: 'INSERT',
      contractor: 'INSERT',
      admin: 'INSERT',
    })
  })

  test('a review: all signed-in users, until its consultant hides', async () => {
    const everybody = ['facility', 'contractor', 'rival', 'consultant', 'stranger', 'admin']
    assert.deepEqual(
      Object.keys(await audience.eventsOf(await bookAndReview(facility, consultant))).toSorted(),
      everybody.toSorted(),
    )
    await hide(true)
    assert.deepEqual(await audience.eventsOf(await bookAndReview(facility, consultant)), {
      facility: 'INSERT',
      consultant: 'INSERT',
      admin: 'INSERT',
    })
    await hide(false)
  })

  // @covers 7.realtime.tables
  test('a changed profile: its user, their counterparts, admins', async () => {
    await placeBid(contractor, await postJob(facility))
    await contractor.client
      .from('profiles')
      .update({ headline: 'Gates and doors' })
      .eq('id', contractor.id)
      .throwOnError()
    const changes = await audience.changesOf(contractor.id)
    assert.deepEqual(new Set(changes.keys()), new Set(['contractor', 'facility', 'admin']))
    const [change] = changes.get('facility') ?? []
    assert.equal(
      change?.new && 'headline' in change.new && change.new['headline'],
      'Gates and doors',
    )
    assert.doesNotMatch(JSON.stringify([...changes]), /email|phone|@/)
  })
})

suite('a row that changes', () => {
  test('becomes hidden for those who saw it, who get its old values, while the others get the row', async () => {
    const job = await postJob(facility)
    const bid = await placeBid(contractor, job)
    await acceptBid(facility, bid, job)
    const changes = await audience.changesOf(job)
    const last = (name: string) => changes.get(name)?.at(-1)
    for (const name of ['facility', 'contractor', 'admin']) {
      assert.equal(last(name)?.eventType, 'UPDATE', name)
    }
    const change = last('rival')
    assert.deepEqual([change?.eventType, change?.new], ['DELETE', {}])
    assert.equal(change?.old && 'title' in change.old && change.old['title'], 'Mend the gate')
    for (const name of ['stranger', 'consultant']) assert.equal(last(name), undefined, name)
  })

  test('is sent to nobody else if its visibility did not change', async () => {
    const { job } = await awardJob(facility, contractor)
    const fields = messageFields(contractor, facility, { job_id: job })
    await sendMessage(contractor.client, fields).throwOnError()
    const sent = await idOfNewest('public.messages', 'job_id', job)
    await facility.client.from('messages').update({ read: true }).eq('id', sent).throwOnError()
    assert.deepEqual(await audience.eventsOf(sent), {
      facility: 'INSERT,UPDATE',
      contractor: 'INSERT,UPDATE',
    })
  })

  test('contains its old values for a user who saw them', async () => {
    const job = await postJob(facility)
    await facility.client.from('jobs').update({ title: 'Another' }).eq('id', job).throwOnError()
    const changes = (await audience.changesOf(job)).get('facility')
    const { old: oldRow, new: newRow } = changes?.at(-1) ?? assert.fail()
    assert.deepEqual(
      [oldRow, newRow].map((row) => ('title' in row ? row['title'] : undefined)),
      ['Mend the gate', 'Another'],
    )
  })

  test('never shows a hidden state between two changes or within a transaction', async () => {
    const kim = await createActor('consultant', 'Kim Careful')
    const change = (bio: string, isHidden: boolean) =>
      `update public.profiles set bio = '${bio}', is_hidden = ${isHidden} where id = '${kim.id}'`
    await query(`begin; ${change('secret', true)}; ${change('known', false)}; commit`)
    await query(change('secret', true))
    await query(change('known again', false))
    const changes = await audience.changesOf(kim.id)
    assert.doesNotMatch(JSON.stringify(changes.get('contractor')), /secret/)
    assert.match(JSON.stringify(changes.get('contractor')), /known again/)
    assert.match(JSON.stringify(changes.get('admin')), /known again/)
  })
})

suite('a row that is deleted', () => {
  test('is announced by its key alone', async () => {
    const deleted = await createActor('consultant', 'Gone Soon')
    await query('delete from auth.users where id = $1', [deleted.id])
    for (const [name, changes] of await audience.changesOf(deleted.id)) {
      const change = changes.at(-1)
      assert.deepEqual(
        [change?.eventType, change?.new, change?.old],
        ['DELETE', {}, { id: deleted.id }],
        name,
      )
    }
  })

  test('reveals nothing through filters', async () => {
    const client = await liveClient(rival.id)
    const expensive = await subscribeToTable(client, {
      table: 'profiles',
      event: 'DELETE',
      filter: 'role=eq.admin',
    })
    const cheap = await subscribeToTable(client, {
      table: 'profiles',
      event: 'DELETE',
      filter: 'role=eq.facility',
    })
    const deleted = await createActor('facility')
    const other = await subscribeToTable(client, {
      table: 'profiles',
      event: 'DELETE',
      filter: `id=eq.${stranger.id}`,
    })
    await query('delete from auth.users where id = $1', [deleted.id])
    await Promise.all([waitForItems(expensive.changes), waitForItems(cheap.changes)])
    assert.deepEqual([expensive.ids(), cheap.ids(), other.ids()], [[deleted.id], [deleted.id], []])
  })
})

suite('a subscription', () => {
  test("has the columns' types, and the same values as a read", async () => {
    const client = await liveClient(facility.id)
    const { changes } = await subscribeToTable(client, { table: 'jobs', event: 'INSERT' })
    const job = await postJob(facility, { budget: 12.5 })
    const read = await facility.client
      .from('jobs')
      .select('*')
      .eq('id', job)
      .single()
      .throwOnError()
    const [change] = await waitForItems(changes)
    assert.deepEqual(change?.new, read.data)
    assert.deepEqual(change?.errors, null)
    assert.ok(change && Math.abs(Date.parse(change.commit_timestamp) - Date.now()) < 60_000)
  })

  test('receives only the columns that it selects', async () => {
    const client = await liveClient(facility.id)
    const { changes } = await subscribeToTable(client, { table: 'jobs', select: ['id', 'title'] })
    const id = await postJob(facility)
    const [change] = await waitForItems(changes)
    assert.deepEqual(change?.new, { id, title: 'Mend the gate' })
  })

  test('misses nothing between its start and the first read', async () => {
    for (let round = 0; round < 5; round += 1) {
      const inserts = Promise.all(Array.from({ length: 8 }, () => postJob(facility)))
      const client = await liveClient(facility.id)
      const { ids } = await subscribeToTable(client, {
        table: 'jobs',
        event: 'INSERT',
        filter: `facility_id=eq.${facility.id}`,
      })
      const read = await facility.client.from('jobs').select('id').eq('facility_id', facility.id)
      const inserted = await inserts
      const received = () =>
        new Set([...(read.data ?? []).map((row) => textIn(row, 'id')), ...ids()])
      await until(() => inserted.every((id) => received().has(id)), 5000)
      await client.realtime.disconnect()
    }
  })

  test('is refused in the same way for a missing, unwatched or unreadable table', async () => {
    const client = await liveClient(facility.id)
    const denial = async (schema: string, table: string) => {
      const channel = client
        .channel(`${schema}.${table}`)
        .on('postgres_changes', { event: '*', schema, table }, () => {})
      return (await expectJoinRefusal(channel)).replace(`${schema}.${table}`, '…')
    }
    const reasons = await Promise.all([
      denial('public', 'no_such_table'),
      denial('public', 'notification_settings'),
      denial('auth', 'users'),
      denial('private', 'settings'),
      denial('realtime', 'changes'),
    ])
    const reason = 'UnableToSubscribeToPostgresChanges: you cannot follow changes of "…"'
    assert.deepEqual(new Set(reasons), new Set([reason]))
  })

  test('is refused with an invalid filter or column', async () => {
    const client = await liveClient(facility.id)
    const denial = async (filter: string, select?: string[]) => {
      const binding = { event: '*' as const, schema: 'public', table: 'jobs', filter }
      const channel = client
        .channel(`odd ${filter}`)
        .on('postgres_changes', select ? { ...binding, select } : binding, () => {})
      return (await expectJoinRefusal(channel)).replace(/^\w+: /, '')
    }
    assert.equal(await denial('id=eq.x'), "the filter's value is not a valid uuid")
    assert.equal(await denial('nothing=eq.1'), 'there is no column "nothing" to filter by')
    assert.equal(await denial('title'), 'the filter "title" cannot be read')
    assert.equal(await denial('title=near.1'), 'the filter "near" does not exist')
    assert.equal(await denial('budget=like.1%'), '"budget" is not text, so it has no patterns')
    assert.equal(
      await denial("id=eq.1'; drop table jobs"),
      "the filter's value is not a valid uuid",
    )
    assert.equal(await denial('title=eq.x', ['nothing']), 'there is no column "nothing" to select')
  })
})
