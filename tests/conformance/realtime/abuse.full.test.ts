import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { lifted } from '../../support/lift-limits.ts'
import { LiveSocket } from '../../support/live-socket.ts'
import { until } from '../../support/until.ts'
import { sendRequest } from '../support/http-request.ts'
import { query } from '../support/database.ts'
import { joinChannel, listen, liveClient } from '../support/live.ts'
import { createActor, createActors } from '../support/market.ts'
import { secrets, target } from '../support/target.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor } = await createActors()
const sockets: LiveSocket[] = []
after(() => sockets.forEach(({ socket }) => socket.close()))

async function openSocket() {
  const live = await new LiveSocket(target.url, secrets.anonKey).waitUntilOpen()
  sockets.push(live)
  return live
}

const joinAs = (person: string, more: object = {}) => ({
  config: more,
  access_token: tokenFor(person),
})

/** Checks that the server still serves another user. */
async function expectOthersServed() {
  const { channel } = await listen(await liveClient(contractor.id), 'unharmed', {
    broadcast: { ack: true },
  })
  assert.equal(await channel.send({ type: 'broadcast', event: 'x', payload: 1 }), 'ok')
}

suite('a socket', () => {
  test('is refused without an API key, in an unknown version or by plain HTTP', async () => {
    const path = '/realtime/v1/websocket'
    const statusOf = async (parameters: string, headers: Record<string, string> = {}) =>
      (await sendRequest(`${path}${parameters}`, { headers })).status
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    assert.equal(await statusOf(`?apikey=${secrets.anonKey}`), 426)
    assert.equal(await statusOf('', upgrade), 400)
    assert.equal(await statusOf('?apikey=x.y.z', upgrade), 401)
    assert.equal(await statusOf(`?apikey=${secrets.anonKey}&vsn=3.0.0`, upgrade), 400)
    assert.equal((await sendRequest('/no/such/socket.js', { headers: upgrade })).status, 404)
  })

  test('answers invalid messages and stays open', async () => {
    const live = await openSocket()
    const reasonOf = async (topic: string, event: string, payload?: unknown) =>
      (await live.ask(topic, event, payload)).response.reason?.split(':')[0]
    assert.equal(await reasonOf('realtime:never-joined', 'broadcast', {}), 'UnmatchedTopic')
    assert.equal(await reasonOf('realtime:', 'phx_join', joinAs(facility.id)), 'MalformedPayload')
    assert.equal(await reasonOf('a', 'phx_join', joinAs(facility.id)), 'MalformedPayload')
    assert.equal(await reasonOf(`realtime:${'x'.repeat(300)}`, 'phx_join'), 'MalformedPayload')
    assert.equal(await reasonOf('realtime:a', 'phx_join', 'text'), 'MalformedPayload')
    assert.equal(await reasonOf('realtime:a', 'phx_join', { config: [] }), 'MalformedPayload')
    assert.equal((await live.ask('realtime:a', 'phx_join', joinAs(facility.id))).status, 'ok')
    assert.equal(await reasonOf('realtime:a', 'no_such_event'), 'NotSupported')
    assert.equal(await reasonOf('realtime:a', 'broadcast', { event: 1 }), 'MalformedPayload')
    assert.equal(await reasonOf('realtime:a', 'presence', { event: 'hide' }), 'MalformedPayload')
    const large = { event: 'track', payload: { text: 'x'.repeat(5000) } }
    assert.equal(await reasonOf('realtime:a', 'presence', large), 'PayloadTooLarge')
    assert.equal((await live.ask('phoenix', 'heartbeat')).status, 'ok')
  })

  test('is closed with the right code if it sends garbage', async () => {
    const codes = async (data: string | ArrayBuffer) => {
      const live = await openSocket()
      live.socket.send(data)
      return live.waitForCloseCode()
    }
    for (const text of ['', '{', 'null', '[]', '[1,2,3,4,5]', '"x"', '['.repeat(30_000)]) {
      assert.equal(await codes(text), 1007, text.slice(0, 20))
    }
    assert.equal(await codes(new Uint8Array([0]).buffer), 1007)
    assert.equal(await codes(new Uint8Array([3, 255, 255, 255, 255, 255, 0]).buffer), 1007)
    assert.equal(await codes(new Uint8Array([3, 0, 0, 0, 0, 0, 1, 123]).buffer), 1007)
    assert.equal(await codes('x'.repeat(70_000)), 1009)
    await expectOthersServed()
  })

  test('has at most 100 channels', async () => {
    const live = await openSocket()
    const joins = Array.from({ length: 101 }, (_, index) => {
      const topic = `realtime:many-${index}`
      return live.ask(topic, 'phx_join', joinAs(facility.id))
    })
    const statuses = (await Promise.all(joins)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 'ok').length, 100)
  })

  test('keeps only the newer join of a topic', async () => {
    const live = await openSocket()
    const config = { broadcast: { self: true } }
    await live.ask('realtime:twice', 'phx_join', joinAs(facility.id, config))
    await live.ask('realtime:twice', 'phx_join', joinAs(facility.id, config))
    live.socket.send(JSON.stringify([null, null, 'realtime:twice', 'broadcast', { event: 'x' }]))
    await live.ask('phoenix', 'heartbeat')
    assert.deepEqual(
      live.received.map(({ event }) => event).filter((event) => event !== 'phx_reply'),
      ['phx_close', 'broadcast'],
    )
  })
})

suite('a flood', () => {
  test('is slowed down, then closed, without effect on other users', async () => {
    const person = await createActor('facility')
    await setLimit('limit_live_messages', '50/1')
    try {
      const live = await openSocket()
      await live.ask('realtime:flood', 'phx_join', joinAs(person.id))
      const flood = JSON.stringify([null, 'f', 'realtime:flood', 'broadcast', { event: 'x' }])
      await until(async () => {
        for (let index = 0; index < 500; index += 1) live.socket.send(flood)
        await expectOthersServed()
        return live.closed !== undefined
      })
      assert.equal(await live.waitForCloseCode(), 1008)
      const { response } = await live.replyTo('f')
      assert.match(response.reason ?? '', /^MessagePerSecondRateLimitReached/)
    } finally {
      await setLimit('limit_live_messages', lifted.perSecond)
    }
  })

  test('of joins is refused', async () => {
    const person = await createActor('facility')
    await setLimit('limit_live_joins', '3/60')
    try {
      const live = await openSocket()
      const reasons: (string | undefined)[] = []
      await until(async () => {
        const { response } = await live.ask('realtime:again', 'phx_join', joinAs(person.id))
        reasons.push(response.reason)
        return response.reason !== undefined
      })
      assert.match(reasons.at(-1) ?? '', /^ClientJoinRateLimitReached/)
    } finally {
      await setLimit('limit_live_joins', lifted.perSecond)
    }
  })
})

test('a socket that is never read is closed, and its messages are dropped', async () => {
  const watcher = (await liveClient(contractor.id)).channel('deaf', {
    config: { broadcast: { ack: true }, presence: { enabled: true } },
  })
  await joinChannel(watcher)
  const socket = await openUnreadSocket(facility.id)
  await until(() => 'deaf' in watcher.presenceState())
  const payload = { text: 'x'.repeat(30_000) }
  let sent = 0
  // The operating system buffers some megabytes before the server's own buffer grows.
  while ('deaf' in watcher.presenceState() && sent < 1000) {
    assert.equal(await watcher.send({ type: 'broadcast', event: 'x', payload }), 'ok')
    sent += 1
  }
  assert.ok(sent < 1000, 'The socket was still open after 30 MB.')
  socket.destroy()
  await expectOthersServed()
})

async function setLimit(name: string, value: string) {
  await query('update private.settings set value = $2 where name = $1', [name, value])
  await query("notify pgrst, 'reload schema'")
}

/** Joins a channel over a plain socket, announces presence, and stops reading. */
async function openUnreadSocket(person: string): Promise<Socket> {
  const { hostname, port, host } = new URL(target.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  const path = `/realtime/v1/websocket?apikey=${secrets.anonKey}&vsn=2.0.0`
  const head = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
  ]
  const key = randomBytes(16).toString('base64')
  head.push('Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, '', '')
  socket.write(head.join('\r\n'))
  await until(() => received.includes('101 Switching'))
  const join = joinAs(person, { presence: { key: 'deaf' } })
  socket.write(maskedFrame(JSON.stringify(['1', '1', 'realtime:deaf', 'phx_join', join])))
  await until(() => received.includes('"status":"ok"'))
  const track = { type: 'presence', event: 'track', payload: {} }
  socket.write(maskedFrame(JSON.stringify(['1', '2', 'realtime:deaf', 'presence', track])))
  await until(() => received.includes('"2","realtime:deaf","phx_reply"'))
  return socket.pause()
}

/** Clients have to mask WebSocket frames, but the mask may be zero. */
function maskedFrame(text: string) {
  const payload = Buffer.from(text)
  const head = Buffer.from([
    0x81,
    0x80 | 126,
    payload.length >> 8,
    payload.length & 255,
    0,
    0,
    0,
    0,
  ])
  return Buffer.concat([head, payload])
}
