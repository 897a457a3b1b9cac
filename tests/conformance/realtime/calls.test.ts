import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { postgresChangesFilter, type RealtimeChannel } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import { follow, hears, joined, listen, liveClient, refusalOf } from '../support/live.ts'
import { awardJob, openMarket, placeBid, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor } = await openMarket()

for (const vsn of ['1.0.0', '2.0.0'] as const) {
  suite(`realtime-js, version ${vsn}`, () => {
    test('channel, on, subscribe: a broadcast arrives with who said it', async () => {
      const name = `talk-${vsn}`
      const [one, other] = [await liveClient(facility.id, { vsn }), await liveClient(contractor.id)]
      const [{ channel }, { heard }] = [await listen(one, name), await listen(other, name)]
      assert.equal(
        await channel.send({ type: 'broadcast', event: 'hello', payload: { a: 'ü' } }),
        'ok',
      )
      assert.deepEqual(await hears(heard), [
        { type: 'broadcast', event: 'hello', payload: { a: 'ü' }, meta: { sender: facility.id } },
      ])
    })

    test('send with self and ack: it is confirmed, and heard by itself', async () => {
      const client = await liveClient(facility.id, { vsn })
      const config = { broadcast: { self: true, ack: true } }
      const { channel, heard } = await listen(client, `echo-${vsn}`, config)
      assert.equal(await channel.send({ type: 'broadcast', event: 'x', payload: {} }), 'ok')
      assert.equal((await hears(heard)).length, 1)
    })

    test('on postgres_changes: what is committed arrives', async () => {
      const { heard } = await follow(await liveClient(facility.id, { vsn }), { table: 'jobs' })
      const job = await postJob(facility)
      const [change] = await hears(heard)
      assert.equal(change?.eventType, 'INSERT')
      assert.equal(change?.new['id'], job)
    })

    test('track, presenceState, untrack: who is there', async () => {
      const name = `room-${vsn}`
      const watcher = (await liveClient(contractor.id)).channel(name, {
        config: { presence: { key: 'w' } },
      })
      const events: string[] = []
      watcher.on('presence', { event: '*' }, (event) => events.push(String(event?.event)))
      await joined(watcher)
      const config = { presence: { key: 'guest' } }
      const guest = await joined((await liveClient(facility.id, { vsn })).channel(name, { config }))
      assert.equal(await guest.track({ mood: 'fine' }), 'ok')
      await until(() => 'guest' in watcher.presenceState())
      const [present] = watcher.presenceState<{ mood: string }>()['guest'] ?? []
      assert.equal(present?.mood, 'fine')
      assert.equal(await guest.track({ mood: 'better' }), 'ok')
      await until(() => watcher.presenceState<{ mood: string }>()['guest']?.[0]?.mood === 'better')
      assert.equal(watcher.presenceState()['guest']?.length, 1)
      assert.equal(await guest.untrack(), 'ok')
      await until(() => !('guest' in watcher.presenceState()))
      assert.deepEqual(new Set(events), new Set(['sync', 'join', 'leave']))
    })
  })
}

suite('realtime-js', () => {
  test('send of bytes: they arrive as they were', async () => {
    const name = 'bytes'
    const { heard } = await listen(await liveClient(contractor.id), name)
    const { channel } = await listen(await liveClient(facility.id), name)
    const payload = new Uint8Array([0, 1, 254, 255]).buffer
    await channel.send({ type: 'broadcast', event: 'raw', payload })
    const [said] = await hears(heard)
    const arrived = said?.['payload']
    assert.ok(arrived instanceof ArrayBuffer)
    assert.deepEqual(new Uint8Array(arrived), new Uint8Array(payload))
    assert.deepEqual(said?.['meta'], { sender: facility.id })
  })

  test('httpSend, and send before subscribe: by request', async () => {
    const name = 'by / request'
    const { heard } = await listen(await liveClient(contractor.id), name)
    const client = await liveClient(facility.id)
    const channel = client.channel(name)
    assert.deepEqual(await channel.httpSend('one', { a: 1 }), { success: true })
    await hears(heard)
    client.realtime.log = () => {}
    const sent = await channel.send({ type: 'broadcast', event: 'two', payload: { a: 2 } })
    assert.equal(sent, 'ok')
    const said = await hears(heard, 2)
    assert.deepEqual(
      said.map(({ event, payload, meta }) => [event, payload, meta]),
      [
        ['one', { a: 1 }, { sender: facility.id }],
        ['two', { a: 2 }, { sender: facility.id }],
      ],
    )
  })

  test('on system: a subscription to changes says that it is there', async () => {
    const said: unknown[] = []
    const channel = (await liveClient(facility.id))
      .channel('system')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'jobs' }, () => {})
      .on('system', {}, (payload) => said.push(payload))
    await joined(channel)
    assert.deepEqual(await hears(said), [
      {
        channel: 'system',
        extension: 'postgres_changes',
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
      },
    ])
  })

  test('unsubscribe, removeChannel, removeAllChannels: nothing comes any more', async () => {
    const client = await liveClient(facility.id)
    const { channel, heard } = await listen(client, 'left')
    const { channel: sender } = await listen(await liveClient(contractor.id), 'left', {
      broadcast: { ack: true },
    })
    assert.equal(await channel.unsubscribe(), 'ok')
    assert.equal(await sender.send({ type: 'broadcast', event: 'x', payload: 1 }), 'ok')
    const again = client.channel('left').on('broadcast', { event: '*' }, (said) => heard.push(said))
    await joined(again)
    assert.equal(await client.removeChannel(again), 'ok')
    await joined(client.channel('one'))
    await joined(client.channel('two'))
    assert.equal(client.getChannels().length, 2)
    assert.deepEqual(await client.removeAllChannels(), ['ok', 'ok'])
    assert.deepEqual(heard, [])
  })

  test('connect, sendHeartbeat, onHeartbeat, disconnect: the socket itself', async () => {
    const { realtime } = await liveClient(facility.id)
    const beats: string[] = []
    realtime.onHeartbeat((status) => beats.push(status))
    assert.equal(realtime.connectionState(), 'closed')
    realtime.connect()
    await until(() => realtime.isConnected())
    await realtime.sendHeartbeat()
    await until(() => beats.includes('ok'))
    await realtime.disconnect()
    await until(() => realtime.connectionState() === 'closed')
  })

  test('setAuth: a channel goes on as whoever the token names', async () => {
    const client = await liveClient(undefined, { token: tokenFor(facility.id) })
    const { channel } = await listen(client, 'renewed', { broadcast: { self: true } })
    const { heard } = await listen(await liveClient(contractor.id), 'renewed')
    await client.realtime.setAuth(tokenFor(facility.id, { note: 'a newer one' }))
    await channel.send({ type: 'broadcast', event: 'x', payload: 1 })
    assert.deepEqual((await hears(heard))[0]?.['meta'], { sender: facility.id })
  })

  test('postgresChangesFilter: each of its filters chooses, and two are refused by name', async () => {
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
      fits.map((filter) => follow(client, { ...bid, filter: filter.build() })),
    )
    const fails = await Promise.all(
      [
        filters().eq('job_id', job),
        filters().gt('amount', 500),
        filters().is('job_id', null),
        filters().not('status', 'eq', 'pending'),
        filters().like('status', 'P%'),
      ].map((filter) => follow(client, { ...bid, filter: filter.build() })),
    )
    const placed = await placeBid(contractor, other, 500)
    for (const { heard, ids } of passes) {
      await hears(heard)
      assert.deepEqual(ids(), [placed])
    }
    for (const { ids } of fails) assert.deepEqual(ids(), [])
    for (const filter of [filters().match('status', '^p'), filters().imatch('status', '^P')]) {
      const channel = client
        .channel(`pattern ${filter.build()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'bids', filter }, () => {})
      assert.match(await refusalOf(channel), /^NotSupported: The filter "i?match" is not supported/)
    }
  })
})

suite('what is not supported is refused by name', () => {
  const refused = async (channel: RealtimeChannel) => (await refusalOf(channel)).split(' is ')[0]

  test('replay, broadcast from the database, keeping broadcasts', async () => {
    const client = await liveClient(facility.id)
    const replay = { private: true, broadcast: { replay: { since: 0 } } }
    assert.equal(
      await refused(client.channel('a', { config: replay })),
      'NotSupported: Replay of broadcasts',
    )
    const ready = { broadcast: { replication_ready: true } }
    assert.equal(
      await refused(client.channel('b', { config: ready })),
      'NotSupported: Broadcast from the database',
    )
    const channel = client.channel('c', { config: { private: true } })
    await assert.rejects(
      channel.httpSend('x', {}, { persist: true }),
      /Keeping broadcasts is not supported/,
    )
  })
})
