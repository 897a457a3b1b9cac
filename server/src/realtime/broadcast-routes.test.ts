// Tests broadcasts over a WebSocket and over HTTP.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { LiveSocket } from '../../../tests/support/live-socket.ts'
import { until } from '../../../tests/support/until.ts'
import { databaseWith, secretly, startLive } from './testing.ts'

const shared = await databaseWith({ limit_live_messages: '100/1' })
const { pool, open, post, tokenFor } = await startLive({}, shared)

let listeners = 0

/** Joins a topic as a new user. */
async function listener(name: string, person = randomUUID()) {
  const socket = await open()
  const frames: Buffer[] = []
  socket.socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) frames.push(Buffer.from(data))
  })
  const join = { access_token: tokenFor(person) }
  assert.equal((await socket.ask(`realtime:${name}`, 'phx_join', join)).status, 'ok')
  return { socket, frames, heard: () => heardBy(socket) }
}

const heardBy = ({ arrived }: LiveSocket) =>
  arrived.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload)

const freshTopic = () => `said ${(listeners += 1)}`

/** Returns the status and the code of a refusal. */
async function refusal(asked: ReturnType<typeof post>) {
  const { status, body } = await asked
  return `${status} ${/"code":"(\w+)"/u.exec(body)?.[1] ?? ''}`
}

const bodyOf = (...messages: object[]) => JSON.stringify({ messages })

/** Encodes a binary broadcast in the same way as a client. */
function pushed(topic: string, event: Buffer) {
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
    const { frames, socket } = await listener(topic)
    const path = `/${encodeURIComponent(topic)}/events/${encodeURIComponent(forged)}`
    const token = tokenFor()
    const asked = post(path, token, 'bytes', 'application/octet-stream')
    assert.equal(await refusal(asked), '400 MalformedPayload')
    const several = bodyOf({ topic, event: '€'.repeat(86), payload: 1 })
    assert.equal(await refusal(post('', token, several)), '400 MalformedPayload')
    await socket.ask('phoenix', 'heartbeat')
    assert.deepEqual(frames, [])
    assert.deepEqual(heardBy(socket), [])
  })

  test('over 255 bytes is refused over a socket', async () => {
    const topic = freshTopic()
    const { socket } = await listener(topic)
    const said = { event: '€'.repeat(86), payload: 1 }
    const { response } = await socket.ask(`realtime:${topic}`, 'broadcast', said)
    assert.match(response.reason ?? '', /^MalformedPayload/)
  })

  test('of 255 bytes is delivered unchanged', async () => {
    const topic = freshTopic()
    const { frames } = await listener(topic)
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
    const [speaker, { frames, socket }] = [await listener(topic), await listener(topic)]
    speaker.socket.socket.send(pushed(topic, Buffer.alloc(255, 0xff)))
    assert.equal(await speaker.socket.endedWith(), 1007)
    await socket.ask('phoenix', 'heartbeat')
    assert.deepEqual(frames, [])
  })
})

suite('a topic', () => {
  test('may contain a slash, also in the address of a request', async () => {
    const { heard } = await listener('a/b')
    const path = `/${encodeURIComponent('a/b')}/events/${encodeURIComponent('c/d')}`
    assert.equal((await post(path, tokenFor(), '{"x":1}')).status, 202)
    await until(() => heard().length > 0)
    assert.match(JSON.stringify(heard()), /"event":"c\/d"/)
    for (const other of ['/a/b/events/c', '/a/events', '/a/events/b/c', '/a%2Fevents%2Fb']) {
      assert.equal(await refusal(post(other, tokenFor(), '{}')), '400 MalformedPayload', other)
    }
  })

  test('with characters that PostgreSQL cannot store is refused', async () => {
    for (const name of ['nul \0', 'half \ud800']) {
      const message = { topic: name, event: 'x', payload: 1, private: true }
      const asked = post('', tokenFor(), bodyOf(message))
      assert.equal(await refusal(asked), '400 MalformedPayload')
      const join = { ...secretly, access_token: tokenFor() }
      const { response } = await (await open()).ask(`realtime:${name}`, 'phx_join', join)
      assert.match(response.reason ?? '', /^MalformedPayload/)
    }
    const path = '/a%00/events/x?private=true'
    assert.equal(await refusal(post(path, tokenFor(), '{}')), '400 MalformedPayload')
  })
})

suite('a request', () => {
  test('with an unknown role is refused like a join', async () => {
    for (const role of ['postgres', 'nobody']) {
      for (const isPrivate of [true, false]) {
        const message = { topic: 'x', event: 'x', private: isPrivate }
        const asked = post('', tokenFor(randomUUID(), { role }), bodyOf(message))
        assert.equal(await refusal(asked), '401 InvalidJWTToken')
      }
    }
  })

  test('counts each of its messages', async () => {
    const messages = Array.from({ length: 60 }, () => ({ topic: 'many', event: 'x' }))
    const token = tokenFor()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refusal(post('', token, bodyOf(...messages)))),
    )
    assert.ok(answers.includes('429 MessagePerSecondRateLimitReached'), answers.join())
  })

  test('is delivered or refused as a whole', async () => {
    const topic = freshTopic()
    const { heard } = await listener(topic)
    const token = tokenFor()
    const said = { topic, event: 'before', payload: 1 }
    const forbidden = { topic: 'nobody hears here', event: 'x', private: true }
    assert.equal(await refusal(post('', token, bodyOf(said, forbidden))), '403 Unauthorized')
    assert.equal((await post('', token, bodyOf({ ...said, event: 'after' }))).status, 202)
    await until(() => heard().length > 0)
    assert.match(JSON.stringify(heard()), /^\[{[^}]*"event":"after"/)
    assert.equal(heard().length, 1)
  })

  test('checks the permission once for each topic', async () => {
    await pool.query(`
      create sequence public.asked;
      grant usage on sequence public.asked to authenticated;
      create policy counted on realtime.messages for insert to authenticated
        with check (extension = 'broadcast' and nextval('public.asked') > 0)`)
    const said = { topic: 'choir', event: 'x', private: true }
    const body = bodyOf(...Array.from({ length: 10 }, () => said))
    assert.equal((await post('', tokenFor(), body)).status, 202)
    const { rows } = await pool.query('select last_value::int as times from public.asked')
    assert.deepEqual(rows, [{ times: 1 }])
  })
})
