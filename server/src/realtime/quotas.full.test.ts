import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { LiveSocket } from '../../../tests/support/live-socket.ts'
import { until } from '../../../tests/support/until.ts'
import { databaseWithLimits, startRealtime } from './testing.ts'

const webSocketHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': randomBytes(16).toString('base64'),
}

suite('open sockets', () => {
  test('from one address are limited', async () => {
    const database = await databaseWithLimits({ limit_live_sockets_address: '3' })
    const { ask, open, port, secrets } = await startRealtime({}, database)
    const sockets = [await open(), await open(), await open()]
    const path = `/realtime/v1/websocket?apikey=${secrets.anonKey}`
    const refused = await ask(path, { headers: webSocketHeaders })
    assert.equal(refused.status, 429)
    assert.match(refused.body, /"code":"ConnectionRateLimitReached"/)
    sockets[0]?.socket.close()
    await until(async () => {
      const { socket } = new LiveSocket(`http://127.0.0.1:${port}`, secrets.anonKey)
      await until(() => socket.readyState !== WebSocket.CONNECTING)
      return socket.readyState === WebSocket.OPEN
    })
  })

  test('of one user are limited, and sockets of other users are not', async () => {
    const database = await databaseWithLimits({ limit_live_sockets_user: '2' })
    const { open, tokenFor } = await startRealtime({}, database)
    const person = randomUUID()
    const join = async (userId: string) => {
      const socket = await open()
      const ask = async (topic: string) =>
        (await socket.ask(topic, 'phx_join', { access_token: tokenFor(userId) })).response.reason
      return { socket, ask, reason: (await ask('realtime:lobby'))?.split(':')[0] }
    }
    const [first, second] = [await join(person), await join(person)]
    assert.deepEqual([first.reason, second.reason], [undefined, undefined])
    assert.equal(await first.ask('realtime:other'), undefined)
    assert.equal((await join(person)).reason, 'ConnectionRateLimitReached')
    assert.equal((await join(randomUUID())).reason, undefined)
    first.socket.socket.close()
    await until(async () => (await join(person)).reason === undefined)
  })
})

async function countStatementsWaitingForLock(
  pool: Awaited<ReturnType<typeof databaseWithLimits>>['pool'],
) {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

suite('joins of one user', () => {
  test('are counted before the database checks the session', async () => {
    const shared = await databaseWithLimits({ limit_live_joins: '5/3600' })
    const { open, tokenFor } = await startRealtime({}, shared)
    const token = tokenFor(randomUUID(), { session_id: randomUUID() })
    const sockets = await Promise.all(Array.from({ length: 50 }, open))
    const db = await shared.pool.connect()
    await db.query('begin; lock table auth.sessions in access exclusive mode')
    const codes: string[] = []
    const joins = sockets.map(async (socket) => {
      const { response } = await socket.ask('realtime:lobby', 'phx_join', { access_token: token })
      codes.push(response.reason?.split(':')[0] ?? '')
    })
    try {
      await until(() => codes.length >= 45, 4000)
      assert.deepEqual(new Set(codes), new Set(['ClientJoinRateLimitReached']))
      assert.ok((await countStatementsWaitingForLock(shared.pool)) <= 5)
    } finally {
      await db.query('rollback')
      db.release()
    }
    await Promise.all(joins)
    assert.equal(codes.filter((code) => code === 'SessionEnded').length, 5)
  })
})

suite('bytes of one user', () => {
  const message = { event: 'x', payload: 'x'.repeat(5000) }
  const rateLimitCode = 'MessagePerSecondRateLimitReached'

  test('are limited over a socket, and bytes of other users are not', async () => {
    const { open, tokenFor } = await startRealtime(
      {},
      await databaseWithLimits({ limit_live_bytes: '10000/3600' }),
    )
    const openSender = async () => {
      const socket = await open()
      const config = { broadcast: { ack: true } }
      await socket.ask('realtime:loud', 'phx_join', { config, access_token: tokenFor() })
      return async () => {
        const { status, response } = await socket.ask('realtime:loud', 'broadcast', message)
        return response.reason?.split(':')[0] ?? status
      }
    }
    const send = await openSender()
    assert.deepEqual(
      [await send(), await send(), await send()],
      ['ok', rateLimitCode, rateLimitCode],
    )
    const sendAsOtherUser = await openSender()
    assert.equal(await sendAsOtherUser(), 'ok')
  })

  test('are limited over HTTP', async () => {
    const { post, tokenFor } = await startRealtime(
      {},
      await databaseWithLimits({ limit_live_bytes: '10000/3600' }),
    )
    const body = JSON.stringify({ messages: [{ topic: 'loud', ...message }] })
    const token = tokenFor()
    const statuses = [await post('', token, body), await post('', token, body)]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [202, 429],
    )
    assert.match(statuses[1]?.body ?? '', new RegExp(`"code":"${rateLimitCode}"`, 'u'))
    assert.equal((await post('', tokenFor(), body)).status, 202)
  })
})

suite('presences of a topic', () => {
  test(
    'have at most 256 KB, and a client that joins gets all of them',
    { timeout: 60_000 },
    async () => {
      const { open, tokenFor } = await startRealtime({}, await databaseWithLimits({}))
      const text = 'x'.repeat(4000)
      const statuses: string[] = []
      const track = async () => {
        const socket = await open()
        await socket.ask('realtime:full', 'phx_join', { access_token: tokenFor() })
        const presence = { event: 'track', payload: { text } }
        const { status, response } = await socket.ask('realtime:full', 'presence', presence)
        statuses.push(status === 'ok' ? status : (response.reason?.split(':')[0] ?? ''))
        return { socket, presence, status }
      }
      const first = await track()
      while (statuses.length < 70 && !statuses.includes('PayloadTooLarge')) await track()
      assert.equal(statuses.length, 64)
      assert.equal(statuses.at(-1), 'PayloadTooLarge')
      // A client that already has a presence may change its metadata, even if the topic is full.
      const updated = await first.socket.ask('realtime:full', 'presence', first.presence)
      assert.equal(updated.status, 'ok')
      const laterClient = await open()
      const config = { presence: { enabled: true } }
      const join = { config, access_token: tokenFor() }
      assert.equal((await laterClient.ask('realtime:full', 'phx_join', join)).status, 'ok')
      await until(() => laterClient.received.some(({ event }) => event === 'presence_state'))
      const state = laterClient.received.find(({ event }) => event === 'presence_state')
      assert.equal(JSON.stringify(state?.payload).match(/phx_ref"/gu)?.length, 63)
      // When one client leaves, another client can take its place.
      await first.socket.ask('realtime:full', 'phx_leave')
      assert.equal((await track()).status, 'ok')
    },
  )
})
