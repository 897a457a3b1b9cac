import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import {
  sendRequest,
  headersWithToken,
  jsonHeaders,
  serviceHeaders,
} from '../support/http-request.ts'
import { insertSession, query } from '../support/database.ts'
import {
  waitForItems,
  joinChannel,
  listen,
  liveClient,
  expectJoinRefusal,
} from '../support/live.ts'
import {
  acceptBid,
  createActor,
  awardJob,
  bookConsultation,
  createActors,
  placeBid,
  postJob,
} from '../support/market.ts'
import { secrets } from '../support/target.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor, rival, consultant } = await createActors()
const stranger = await createActor('facility', 'Sam Stranger')
const admin = await createActor('admin', 'Ada Admin')
const privateConfig = { private: true, broadcast: { ack: true } }
const typing = { type: 'broadcast' as const, event: 'typing', payload: { sender: randomUUID() } }

const refusedIn = async (client: SupabaseClient, topic: string) =>
  (await expectJoinRefusal(client.channel(topic, { config: { private: true } }))).split(':')[0]

suite('the topic of a conversation', () => {
  test('carries typing between its two parties, and the server adds the sender', async () => {
    const { job } = await awardJob(facility, contractor)
    const consultation = await bookConsultation(facility, consultant)
    const topics = [
      [`job:${job}:${contractor.id}`, contractor],
      [`consultation:${consultation}`, consultant],
    ] as const
    for (const [topic, partner] of topics) {
      const own = await listen(await liveClient(facility.id), topic, privateConfig)
      const remote = await listen(await liveClient(partner.id), topic, privateConfig)
      assert.equal(await remote.channel.send(typing), 'ok')
      const [message] = await waitForItems(own.messages)
      assert.deepEqual(message?.['meta'], { sender: partner.id })
      assert.equal(await own.channel.send(typing), 'ok')
      assert.deepEqual((await waitForItems(remote.messages))[0]?.['meta'], { sender: facility.id })
    }
  })

  test('admits nobody else, not even admins, by join or by request', async () => {
    const { job } = await awardJob(facility, contractor)
    const consultation = await bookConsultation(facility, await createActor('consultant'))
    for (const person of [rival, stranger, admin]) {
      const client = await liveClient(person.id)
      for (const topic of [`job:${job}:${contractor.id}`, `consultation:${consultation}`]) {
        assert.equal(await refusedIn(client, topic), 'Unauthorized')
        const channel = client.channel(topic, { config: { private: true } })
        await assert.rejects(channel.httpSend('typing', {}), /do not have permissions to write to/)
      }
    }
  })

  test('has exactly one name', async () => {
    const { job } = await awardJob(facility, contractor)
    const client = await liveClient(contractor.id)
    const unknownTopics = [
      `job:${job}`,
      `job:${job}:${rival.id}`,
      `job:${job}:${facility.id}`,
      `job:${job}:${contractor.id}`.toUpperCase(),
      `job:${job}:${contractor.id}:x`,
      'job:x:y',
      'lobby',
    ]
    for (const topic of unknownTopics)
      assert.equal(await refusedIn(client, topic), 'Unauthorized', topic)
  })

  test('is separate from the public topic of the same name', async () => {
    const { job } = await awardJob(facility, contractor)
    const topic = `job:${job}:${contractor.id}`
    const { messages } = await listen(await liveClient(facility.id), topic, privateConfig)
    const outside = await listen(await liveClient(stranger.id), topic, { broadcast: { ack: true } })
    assert.equal(await outside.channel.send(typing), 'ok')
    const inside = await listen(await liveClient(contractor.id), topic, privateConfig)
    assert.equal(await inside.channel.send({ ...typing, event: 'true' }), 'ok')
    await waitForItems(messages)
    assert.deepEqual(
      messages.map(({ event }) => event),
      ['true'],
    )
    assert.deepEqual(outside.messages, [])
  })

  test('becomes read-only when the conversation closes, even for joined clients', async () => {
    const job = await postJob(facility)
    await placeBid(rival, job)
    const bid = await placeBid(contractor, job)
    const { channel } = await listen(
      await liveClient(rival.id),
      `job:${job}:${rival.id}`,
      privateConfig,
    )
    assert.equal(await channel.send(typing), 'ok')
    await acceptBid(facility, bid, job)
    // The server caches for five seconds whether a client may write.
    await until(async () => (await channel.send(typing)) === 'error', 10_000)
    const rejoined = await listen(
      await liveClient(rival.id),
      `job:${job}:${rival.id}`,
      privateConfig,
    )
    assert.equal(await rejoined.channel.send(typing), 'error')
    assert.equal(await rejoined.channel.track({}), 'error')
  })

  test('gives the true user of each presence, whatever key or sender it claims', async () => {
    const { job } = await awardJob(facility, contractor)
    const topic = `job:${job}:${contractor.id}`
    const config = { ...privateConfig, presence: { key: facility.id, enabled: true } }
    const own = await joinChannel((await liveClient(facility.id)).channel(topic, { config }))
    const remote = await joinChannel((await liveClient(contractor.id)).channel(topic, { config }))
    assert.equal(await remote.track({ sender: facility.id }), 'ok')
    await until(() => facility.id in own.presenceState())
    const [present] = own.presenceState<{ sender: string }>()[facility.id] ?? []
    assert.equal(present?.sender, contractor.id)
  })

  test('gives the true user on a public topic, too', async () => {
    const config = { presence: { key: 'x', enabled: true } }
    const own = await joinChannel((await liveClient(facility.id)).channel('whose', { config }))
    const remote = await joinChannel((await liveClient(contractor.id)).channel('whose', { config }))
    assert.equal(await remote.track({ sender: facility.id }), 'ok')
    await until(() => 'x' in own.presenceState())
    const [present] = own.presenceState<{ sender: string }>()['x'] ?? []
    assert.equal(present?.sender, contractor.id)
  })
})

suite('a broadcast by request', () => {
  const path = '/realtime/v1/api/broadcast'
  const body = (topic: string, isPrivate: boolean) =>
    JSON.stringify({ messages: [{ topic, event: 'x', payload: { a: 1 }, private: isPrivate }] })
  const post = (headers: Record<string, string>, text: string) =>
    sendRequest(path, { method: 'POST', headers: { ...headers, ...jsonHeaders }, body: text })

  test('is accepted from the parties of the topic and from the server', async () => {
    const { job } = await awardJob(facility, contractor)
    const topic = `job:${job}:${contractor.id}`
    const { messages } = await listen(await liveClient(facility.id), topic, privateConfig)
    const { status } = await post(headersWithToken(tokenFor(contractor.id)), body(topic, true))
    assert.equal(status, 202)
    assert.equal((await post(serviceHeaders, body(topic, true))).status, 202)
    const received = await waitForItems(messages, 2)
    assert.deepEqual(
      received.map(({ meta }) => meta),
      [{ sender: contractor.id }, { sender: null }],
    )
  })

  test('is refused from everybody else, and in any other format', async () => {
    const { job } = await awardJob(facility, contractor)
    const topic = `job:${job}:${contractor.id}`
    const statuses = async (headers: Record<string, string>, text: string) => {
      const { status, text: reply } = await post(headers, text)
      return [status, /"code":"(\w+)"/u.exec(reply)?.[1]]
    }
    const member = headersWithToken(tokenFor(rival.id))
    const ended = headersWithToken(tokenFor(rival.id, { session_id: randomUUID() }))
    assert.deepEqual(await statuses(member, body(topic, true)), [403, 'Unauthorized'])
    assert.deepEqual(await statuses(headersWithToken('no token'), body(topic, true)), [
      401,
      'InvalidJWTToken',
    ])
    assert.deepEqual(await statuses(ended, body(topic, true)), [401, 'SessionEnded'])
    assert.deepEqual(await statuses({ apikey: secrets.anonKey }, body('x', false)), [
      403,
      'PrivateOnly',
    ])
    for (const text of ['', '{', '[]', '{"messages":[]}', '{"messages":[{"topic":""}]}', 'null']) {
      assert.deepEqual(await statuses(member, text), [400, 'MalformedPayload'], text)
    }
  })
})

suite('visitors', () => {
  test('cannot join a channel or subscribe to changes', async () => {
    const client = await liveClient()
    assert.match(await expectJoinRefusal(client.channel('lobby')), /^PrivateOnly/)
    assert.equal(await refusedIn(client, 'a private one'), 'Unauthorized')
  })
})

suite('a token', () => {
  test('of another issuer opens nothing', async () => {
    const client = await liveClient(undefined, { token: `${tokenFor(facility.id)}x` })
    assert.match(await expectJoinRefusal(client.channel('a')), /^InvalidJWTToken/)
    const foreign = await liveClient(undefined, {
      token: tokenFor(facility.id, { role: 'postgres' }),
    })
    assert.match(
      await expectJoinRefusal(foreign.channel('b')),
      /^InvalidJWTToken: The role "postgres"/,
    )
  })

  test('of an ended session opens nothing, and its open socket is closed', async () => {
    const session = await insertSession(facility.id)
    const client = await liveClient(undefined, {
      token: tokenFor(facility.id, { session_id: session }),
    })
    const channel = client.channel('ending')
    const states: string[] = []
    channel.subscribe((status) => states.push(status))
    await until(() => states.includes('SUBSCRIBED'))
    await query('delete from auth.sessions where id = $1', [session])
    await until(() => states.includes('CHANNEL_ERROR'), 15_000)
    await until(() => states.filter((state) => state === 'CHANNEL_ERROR').length > 1, 5000)
    assert.ok(!states.slice(1).includes('SUBSCRIBED'))
    channel.teardown()
  })

  test('that expires closes its channel', async () => {
    const token = tokenFor(facility.id, { exp: Math.floor(Date.now() / 1000) - 20 })
    const client = await liveClient(undefined, { token })
    const systemMessages: { message?: string }[] = []
    const states: string[] = []
    client
      .channel('expiring')
      .on('system', {}, (payload: { message?: string }) => systemMessages.push(payload))
      .subscribe((status) => states.push(status))
    await until(() => states.includes('CLOSED'), 20_000)
    assert.deepEqual(states, ['SUBSCRIBED', 'CLOSED'])
    assert.equal(systemMessages[0]?.message, 'InvalidJWTToken: Token has expired')
  })

  test('of a user without access closes the channel', async () => {
    const { job } = await awardJob(facility, contractor)
    const client = await liveClient(undefined, { token: tokenFor(contractor.id) })
    const states: string[] = []
    const channel = client.channel(`job:${job}:${contractor.id}`, { config: { private: true } })
    channel.subscribe((status) => states.push(status))
    await until(() => states.includes('SUBSCRIBED'))
    await client.realtime.setAuth(tokenFor(rival.id))
    await until(() => states.includes('CLOSED'))
  })
})
