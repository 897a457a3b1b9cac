import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { startRealtime } from './testing.ts'

const { pool, open, tokenFor, readCounts } = await startRealtime()
await pool.query("delete from private.settings where name = 'limit_live_joins'")
await pool.query("notify pgrst, 'reload schema'")

const emptyCounts = { sockets: 0, channels: 0, topics: 0, presences: 0, subscriptions: 0 }
const subscriptions = [{ event: '*', schema: 'public', table: 'jobs' }]
const joinPayload = (token: string) => ({
  config: { postgres_changes: subscriptions, presence: { enabled: true } },
  access_token: token,
})

suite('the memory of sockets', () => {
  test('contains only their current channels, presences and subscriptions', async () => {
    assert.deepEqual(await readCounts(), emptyCounts)
    const sockets = await Promise.all([open(), open(), open()])
    const token = tokenFor()
    for (let round = 0; round < 8; round += 1) {
      for (const socket of sockets) {
        const topic = `realtime:room ${round}`
        await socket.ask(topic, 'phx_join', joinPayload(token))
        await socket.ask(topic, 'presence', { event: 'track', payload: { round } })
        // A second join replaces the first one.
        await socket.ask(topic, 'phx_join', joinPayload(token))
        if (round > 0) await socket.ask(topic, 'phx_leave')
      }
    }
    const roomCounts = { channels: 3, topics: 1, presences: 0, subscriptions: 3 }
    assert.deepEqual(await readCounts(), { sockets: 3, ...roomCounts })
    for (const { socket } of sockets) socket.close()
    await until(async () => (await readCounts())['sockets'] === 0)
    assert.deepEqual(await readCounts(), emptyCounts)
  })

  test('contains nothing about closed sockets, even after refused joins and too many messages', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, open))
    const token = tokenFor()
    await Promise.all(
      sockets.map(async (socket) => {
        await socket.ask('realtime:flood', 'phx_join', joinPayload(token))
        await socket.ask('realtime:flood', 'presence', { event: 'track', payload: {} })
        await socket.ask('realtime:refused', 'phx_join', { config: { private: true } })
        const broadcast = { type: 'broadcast', event: 'x', payload: {} }
        const message = JSON.stringify([null, null, 'realtime:flood', 'broadcast', broadcast])
        for (let count = 0; count < 1000 && !socket.closed; count += 1) socket.socket.send(message)
        // Invalid JSON makes the server close the connection.
        socket.socket.send('{')
      }),
    )
    await until(async () => (await readCounts())['sockets'] === 0, 20_000)
    assert.deepEqual(await readCounts(), emptyCounts)
  })
})
