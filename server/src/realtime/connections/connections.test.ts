import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { defaultTimings } from '../realtime-dependencies.ts'
import { startRealtime } from '../testing.ts'

suite('a socket', () => {
  test('that is silent for 75 s is closed, and one that sends heartbeats stays', async () => {
    assert.equal(defaultTimings.silentTimeoutMs, 75_000)
    const { open } = await startRealtime({ sweepIntervalMs: 20, silentTimeoutMs: 2000 })
    const [silent, active] = [await open(), await open()]
    while (!silent.closed) {
      assert.equal((await active.ask('phoenix', 'heartbeat')).status, 'ok')
    }
    assert.equal(silent.closed.code, 1006)
    assert.equal(active.closed, undefined)
  })

  test('without a channel for 2 minutes is closed, and one that has a channel stays', async () => {
    assert.equal(defaultTimings.unusedTimeoutMs, 120_000)
    const { open, tokenFor } = await startRealtime({ sweepIntervalMs: 20, unusedTimeoutMs: 2000 })
    const [idle, busy, left] = [await open(), await open(), await open()]
    const payload = { access_token: tokenFor() }
    for (const socket of [busy, left]) {
      assert.equal((await socket.ask('realtime:lobby', 'phx_join', payload)).status, 'ok')
    }
    assert.equal(await idle.waitForCloseCode(), 1000)
    assert.equal(left.closed, undefined)
    await left.ask('realtime:lobby', 'phx_leave')
    assert.equal(await left.waitForCloseCode(), 1000)
    assert.equal(busy.closed, undefined)
  })

  test(
    'that does not respond does not delay a stop of the server',
    { timeout: 20_000 },
    async () => {
      const { app, port, secrets } = await startRealtime({ closeTimeoutMs: 50 })
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET /realtime/v1/websocket?apikey=${secrets.anonKey}&vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n` +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      )
      const head = (await once(socket, 'data')).join('')
      assert.match(head, /^HTTP\/1\.1 101 /)
      // From here on, the client neither reads nor responds.
      socket.pause()
      socket.on('error', () => {})
      await app.close()
      socket.destroy()
    },
  )
})
