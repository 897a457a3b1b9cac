// Calls every public method of the client and of a channel of realtime-js.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import { waitForItems, joinChannel, listen, liveClient } from '../support/live.ts'
import { createActors } from '../support/market.ts'
import { methodsOf } from '../support/methods-of.ts'
import { secrets, target } from '../support/target.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor } = await createActors()

const testedCalls = new Set<string>()

/** The name of a test begins with the methods that the test covers. */
function testCalls(name: string, run: () => Promise<void>) {
  for (const call of name.split(':', 1)[0]?.split(', ') ?? []) testedCalls.add(call)
  void test(name, run)
}

for (const vsn of ['1.0.0', '2.0.0'] as const) {
  suite(`realtime-js, version ${vsn}`, () => {
    testCalls('channel, on, subscribe: a broadcast arrives with its sender', async () => {
      const name = `talk-${vsn}`
      const [one, other] = [await liveClient(facility.id, { vsn }), await liveClient(contractor.id)]
      const [{ channel }, { messages }] = [await listen(one, name), await listen(other, name)]
      assert.equal(
        await channel.send({ type: 'broadcast', event: 'hello', payload: { a: 'ü' } }),
        'ok',
      )
      assert.deepEqual(await waitForItems(messages), [
        { type: 'broadcast', event: 'hello', payload: { a: 'ü' }, meta: { sender: facility.id } },
      ])
    })

    testCalls('send: with self and ack it is confirmed and received by the sender', async () => {
      const client = await liveClient(facility.id, { vsn })
      const config = { broadcast: { self: true, ack: true } }
      const { channel, messages } = await listen(client, `echo-${vsn}`, config)
      assert.equal(await channel.send({ type: 'broadcast', event: 'x', payload: {} }), 'ok')
      assert.equal((await waitForItems(messages)).length, 1)
    })

    testCalls('track, presenceState, untrack: presence is shared', async () => {
      const name = `room-${vsn}`
      const watcher = (await liveClient(contractor.id)).channel(name, {
        config: { presence: { key: 'w' } },
      })
      const events: string[] = []
      watcher.on('presence', { event: '*' }, (event) => events.push(String(event?.event)))
      await joinChannel(watcher)
      const config = { presence: { key: 'guest' } }
      const guest = await joinChannel(
        (await liveClient(facility.id, { vsn })).channel(name, { config }),
      )
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
  // @covers wire.broadcast
  testCalls('send: bytes arrive unchanged', async () => {
    const name = 'bytes'
    const { messages } = await listen(await liveClient(contractor.id), name)
    const { channel } = await listen(await liveClient(facility.id), name)
    const payload = new Uint8Array([0, 1, 254, 255]).buffer
    await channel.send({ type: 'broadcast', event: 'raw', payload })
    const [message] = await waitForItems(messages)
    const receivedBytes = message?.['payload']
    assert.ok(receivedBytes instanceof ArrayBuffer)
    assert.deepEqual(new Uint8Array(receivedBytes), new Uint8Array(payload))
    assert.deepEqual(message?.['meta'], { sender: facility.id })
  })

  testCalls('httpSend, send: before subscribe it uses an HTTP request', async () => {
    const name = 'by / request'
    const { messages } = await listen(await liveClient(contractor.id), name)
    const client = await liveClient(facility.id)
    const channel = client.channel(name)
    assert.deepEqual(await channel.httpSend('one', { a: 1 }), { success: true })
    await waitForItems(messages)
    client.realtime.log = () => {}
    const sent = await channel.send({ type: 'broadcast', event: 'two', payload: { a: 2 } })
    assert.equal(sent, 'ok')
    const received = await waitForItems(messages, 2)
    assert.deepEqual(
      received.map(({ event, payload, meta }) => [event, payload, meta]),
      [
        ['one', { a: 1 }, { sender: facility.id }],
        ['two', { a: 2 }, { sender: facility.id }],
      ],
    )
  })

  testCalls(
    'unsubscribe, removeChannel, getChannels, removeAllChannels: nothing arrives any more',
    async () => {
      const client = await liveClient(facility.id)
      const { channel, messages } = await listen(client, 'left')
      const { channel: sender } = await listen(await liveClient(contractor.id), 'left', {
        broadcast: { ack: true },
      })
      assert.equal(await channel.unsubscribe(), 'ok')
      assert.equal(await sender.send({ type: 'broadcast', event: 'x', payload: 1 }), 'ok')
      const rejoined = client
        .channel('left')
        .on('broadcast', { event: '*' }, (message) => messages.push(message))
      await joinChannel(rejoined)
      assert.equal(await client.removeChannel(rejoined), 'ok')
      await joinChannel(client.channel('one'))
      await joinChannel(client.channel('two'))
      assert.equal(client.getChannels().length, 2)
      assert.deepEqual(await client.removeAllChannels(), ['ok', 'ok'])
      assert.deepEqual(messages, [])
    },
  )

  testCalls(
    'connect, sendHeartbeat, onHeartbeat, disconnect: the socket opens, beats and closes',
    async () => {
      const { realtime } = await liveClient(facility.id)
      const heartbeats: string[] = []
      realtime.onHeartbeat((status) => heartbeats.push(status))
      realtime.connect()
      await until(() => realtime.isConnected())
      await realtime.sendHeartbeat()
      await until(() => heartbeats.includes('ok'))
      await realtime.disconnect()
      await until(() => realtime.connectionState() === 'closed')
    },
  )

  testCalls(
    'connectionState, isConnecting, isConnected, isDisconnecting: the state is right',
    async () => {
      const { realtime } = await liveClient(facility.id)
      const states = () => [
        realtime.connectionState(),
        realtime.isConnecting(),
        realtime.isConnected(),
        realtime.isDisconnecting(),
      ]
      assert.deepEqual(states(), ['closed', false, false, false])
      realtime.connect()
      assert.deepEqual(states(), ['connecting', true, false, false])
      await until(() => realtime.isConnected())
      assert.deepEqual(states(), ['open', false, true, false])
      const disconnected = realtime.disconnect()
      assert.equal(realtime.isDisconnecting(), true)
      await disconnected
      await until(() => !realtime.isDisconnecting())
      assert.deepEqual(states(), ['closed', false, false, false])
    },
  )

  testCalls('endpointURL, hasLogger, log: the address and the log are right', async () => {
    const notes: string[] = []
    const logger = (_kind: string, note: string) => notes.push(note)
    const client = createClient(target.url, secrets.anonKey, { realtime: { logger } })
    const { realtime } = client
    const { pathname, searchParams } = new URL(realtime.endpointURL())
    assert.equal(pathname, '/realtime/v1/websocket')
    assert.equal(searchParams.get('apikey'), secrets.anonKey)
    assert.equal(realtime.hasLogger(), true)
    realtime.log('test', 'a note of our own')
    assert.ok(notes.includes('a note of our own'))
  })

  testCalls('push: a raw message is sent', async () => {
    const { messages } = await listen(await liveClient(contractor.id), 'pushed')
    const client = await liveClient(facility.id)
    await listen(client, 'pushed')
    const topic = 'realtime:pushed'
    const payload = { type: 'broadcast', event: 'x', payload: { a: 1 } }
    client.realtime.push({ topic, event: 'broadcast', payload, ref: '77' })
    assert.deepEqual(await waitForItems(messages), [{ ...payload, meta: { sender: facility.id } }])
  })

  testCalls('updateJoinPayload: it takes effect with the next join', async () => {
    const client = await liveClient(facility.id)
    const { channel, messages } = await listen(client, 'changed')
    await channel.send({ type: 'broadcast', event: 'unheard', payload: {} })
    channel.updateJoinPayload({ config: { broadcast: { self: true } } })
    await client.realtime.disconnect()
    await until(() => channel.state !== 'joined')
    client.realtime.connect()
    await until(() => channel.state === 'joined')
    await channel.send({ type: 'broadcast', event: 'heard', payload: {} })
    assert.deepEqual(
      (await waitForItems(messages)).map(({ event }) => event),
      ['heard'],
    )
  })

  testCalls('copyBindings, teardown: a channel replaces another one', async () => {
    const client = await liveClient(facility.id)
    const messages: unknown[] = []
    const first = client
      .channel('first')
      .on('broadcast', { event: 'x' }, (message) => messages.push(message))
    const second = client.channel('second', { config: { broadcast: { self: true } } })
    second.copyBindings(first)
    first.teardown()
    await joinChannel(second)
    await second.send({ type: 'broadcast', event: 'x', payload: {} })
    await waitForItems(messages)
  })

  testCalls('setAuth: a channel continues as the user in the token', async () => {
    const client = await liveClient(undefined, { token: tokenFor(facility.id) })
    const { channel } = await listen(client, 'renewed', { broadcast: { self: true } })
    const { messages } = await listen(await liveClient(contractor.id), 'renewed')
    await client.realtime.setAuth(tokenFor(facility.id, { note: 'a newer one' }))
    await channel.send({ type: 'broadcast', event: 'x', payload: 1 })
    assert.deepEqual((await waitForItems(messages))[0]?.['meta'], { sender: facility.id })
  })
})

suite('unsupported features are refused by name', () => {
  test('storing broadcasts', async () => {
    const client = await liveClient(facility.id)
    const channel = client.channel('c', { config: { private: true } })
    await assert.rejects(
      channel.httpSend('x', {}, { persist: true }),
      /Keeping broadcasts is not supported/,
    )
  })
})

after(() => {
  const client = createClient(target.url, secrets.anonKey)
  const inside =
    /^(?:_|constructor$|accessToken$|encode$|decode$|fetch$|transport$|reconnectAfterMs$|heartbeatCallback$)/
  const offered = [...methodsOf(client.realtime), ...methodsOf(client.channel('x'))]
  const missing = offered.filter((name) => !inside.test(name) && !testedCalls.has(name))
  assert.deepEqual(missing, [], 'Calls that no test makes.')
})
