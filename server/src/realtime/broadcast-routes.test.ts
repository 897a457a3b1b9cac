// Tests broadcasts over a WebSocket and over HTTP.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { LiveSocket } from '../../../tests/support/live-socket.ts'
import { until } from '../../../tests/support/until.ts'
import { databaseWithLimits, privateChannel, startRealtime } from './testing.ts'

const shared = await databaseWithLimits({ limit_live_messages: '100/1' })
const { pool, open, post, tokenFor } = await startRealtime({}, shared)

let topicCount = 0

async function joinTopic(name: string, person = randomUUID()) {
  const socket = await open()
  const frames: Buffer[] = []
  socket.socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) frames.push(Buffer.from(data))
  })
  const join = { access_token: tokenFor(person) }
  assert.equal((await socket.ask(`realtime:${name}`, 'phx_join', join)).status, 'ok')
  return { socket, frames, receivedBroadcasts: () => broadcastsTo(socket) }
}

const broadcastsTo = ({ received }: LiveSocket) =>
  received.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload)

const freshTopic = () => `topic ${(topicCount += 1)}`

async function readRefusal(pending: ReturnType<typeof post>) {
  const { status, body } = await pending
  return `${status} ${/"code":"(\w+)"/u.exec(body)?.[1] ?? ''}`
}

const bodyOf = (...messages: object[]) => JSON.stringify({ messages })

function encodeBinaryBroadcast(topic: string, event: Buffer) {
  const name = Buffer.from(`realtime:${topic}`)
  const head = Buffer.from([3, 0, 0, name.length, event.length, 0, 0])
  return Buffer.concat([head, name, event, Buffer.from('bytes')])
}

suite('the name of an event', () => {
  const meta = JSON.stringify({ sender: randomUUID() })
  const forged = `typing${meta}${'€'.repeat(60)}${'x'.repeat(256 - meta.length - 180)}`

  test('over 255 bytes is refused in a request and cannot forge a sender', async () => {
    assert.equal(Buffer.byteLength(forged), 262)
    const topic = freshTopic()
    const { frames, socket } = await joinTopic(topic)
    const path = `/${encodeURIComponent(topic)}/events/${encodeURIComponent(forged)}`
    const token = tokenFor()
    const refused = post(path, token, 'bytes', 'application/octet-stream')
    assert.equal(await readRefusal(refused), '400 MalformedPayload')
    const several = bodyOf({ topic, event: '€'.repeat(86), payload: 1 })
    assert.equal(await readRefusal(post('', token, several)), '400 MalformedPayload')
    await socket.ask('phoenix', 'heartbeat')
    assert.deepEqual(frames, [])
    assert.deepEqual(broadcastsTo(socket), [])
  })

  test('over 255 bytes is refused over a socket', async () => {
    const topic = freshTopic()
    const { socket } = await joinTopic(topic)
    const message = { event: '€'.repeat(86), payload: 1 }
    const { response } = await socket.ask(`realtime:${topic}`, 'broadcast', message)
    assert.match(response.reason ?? '', /^MalformedPayload/)
  })

  test('of 255 bytes is delivered unchanged', async () => {
    const topic = freshTopic()
    const { frames } = await joinTopic(topic)
    const event = '€'.repeat(85)
    const path = `/${encodeURIComponent(topic)}/events/${encodeURIComponent(event)}`
    const { status } = await post(path, tokenFor(), 'bytes', 'application/octet-stream')
    assert.equal(status, 202)
    await until(() => frames.length > 0)
    const [frame] = frames
    assert.equal(frame?.[2], 255)
    assert.ok(String(frame).includes(`${event}{"sender":"`), 'The sender follows the event.')
  })

  test('that is not UTF-8 closes the socket', async () => {
    const topic = freshTopic()
    const [sender, { frames, socket }] = [await joinTopic(topic), await joinTopic(topic)]
    sender.socket.socket.send(encodeBinaryBroadcast(topic, Buffer.alloc(255, 0xff)))
    assert.equal(await sender.socket.waitForCloseCode(), 1007)
    await socket.ask('phoenix', 'heartbeat')
    assert.deepEqual(frames, [])
  })
})

suite('a topic', () => {
  test('may contain a slash, also in the address of a request', async () => {
    const { receivedBroadcasts } = await joinTopic('a/b')
    const path = `/${encodeURIComponent('a/b')}/events/${encodeURIComponent('c/d')}`
    assert.equal((await post(path, tokenFor(), '{"x":1}')).status, 202)
    await until(() => receivedBroadcasts().length > 0)
    assert.match(JSON.stringify(receivedBroadcasts()), /"event":"c\/d"/)
    for (const invalidPath of ['/a/b/events/c', '/a/events', '/a/events/b/c', '/a%2Fevents%2Fb']) {
      assert.equal(
        await readRefusal(post(invalidPath, tokenFor(), '{}')),
        '400 MalformedPayload',
        invalidPath,
      )
    }
  })

  test('with characters that PostgreSQL cannot store is refused', async () => {
    for (const name of ['nul \0', 'half \ud800']) {
      const message = { topic: name, event: 'x', payload: 1, private: true }
      const refused = post('', tokenFor(), bodyOf(message))
      assert.equal(await readRefusal(refused), '400 MalformedPayload')
      const join = { ...privateChannel, access_token: tokenFor() }
      const { response } = await (await open()).ask(`realtime:${name}`, 'phx_join', join)
      assert.match(response.reason ?? '', /^MalformedPayload/)
    }
    const path = '/a%00/events/x?private=true'
    assert.equal(await readRefusal(post(path, tokenFor(), '{}')), '400 MalformedPayload')
  })
})

suite('a request', () => {
  test('with an unknown role is refused like a join', async () => {
    for (const role of ['postgres', 'nobody']) {
      for (const isPrivate of [true, false]) {
        const message = { topic: 'x', event: 'x', private: isPrivate }
        const refused = post('', tokenFor(randomUUID(), { role }), bodyOf(message))
        assert.equal(await readRefusal(refused), '401 InvalidJWTToken')
      }
    }
  })

  test('counts each of its messages', async () => {
    const messages = Array.from({ length: 60 }, () => ({ topic: 'many', event: 'x' }))
    const token = tokenFor()
    const refusals = await Promise.all(
      Array.from({ length: 6 }, () => readRefusal(post('', token, bodyOf(...messages)))),
    )
    assert.ok(refusals.includes('429 MessagePerSecondRateLimitReached'), refusals.join())
  })

  test('is delivered or refused as a whole', async () => {
    const topic = freshTopic()
    const { receivedBroadcasts } = await joinTopic(topic)
    const token = tokenFor()
    const message = { topic, event: 'before', payload: 1 }
    const forbidden = { topic: 'nobody hears here', event: 'x', private: true }
    assert.equal(await readRefusal(post('', token, bodyOf(message, forbidden))), '403 Unauthorized')
    assert.equal((await post('', token, bodyOf({ ...message, event: 'after' }))).status, 202)
    await until(() => receivedBroadcasts().length > 0)
    assert.match(JSON.stringify(receivedBroadcasts()), /^\[{[^}]*"event":"after"/)
    assert.equal(receivedBroadcasts().length, 1)
  })

  test('checks the permission once for each topic', async () => {
    await pool.query(`
      create sequence public.asked;
      grant usage on sequence public.asked to authenticated;
      create policy counted on realtime.messages for insert to authenticated
        with check (extension = 'broadcast' and nextval('public.asked') > 0)`)
    const message = { topic: 'choir', event: 'x', private: true }
    const body = bodyOf(...Array.from({ length: 10 }, () => message))
    assert.equal((await post('', tokenFor(), body)).status, 202)
    const { rows } = await pool.query('select last_value::int as times from public.asked')
    assert.deepEqual(rows, [{ times: 1 }])
  })
})

suite('a payload with too many levels', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  test('is refused in a request', async () => {
    const token = tokenFor()
    for (const levels of [101, 20_000]) {
      const body = `{"messages":[{"topic":"deep","event":"x","payload":${deep(levels)}}]}`
      assert.equal(await readRefusal(post('', token, body)), '400 MalformedPayload')
      const path = '/deep/events/x'
      assert.equal(await readRefusal(post(path, token, deep(levels))), '400 MalformedPayload')
    }
    assert.equal((await post('/deep/events/x', token, deep(100))).status, 202)
  })

  test('is refused on a WebSocket', async () => {
    const topic = freshTopic()
    const { socket } = await joinTopic(topic)
    const payload: unknown = JSON.parse(`{"event":"x","payload":${deep(101)}}`)
    const reply = await socket.ask(`realtime:${topic}`, 'broadcast', payload)
    assert.equal(reply.status, 'error')
    assert.match(JSON.stringify(reply), /MalformedPayload/)
  })
})
