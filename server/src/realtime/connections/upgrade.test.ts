import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { startRealtime } from '../testing.ts'

const { ask, port, secrets, open, tokenFor } = await startRealtime()
const token = tokenFor()

const otherProtocolHeaders = (upgrade: string) => ({
  connection: 'Upgrade, HTTP2-Settings',
  upgrade,
  'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
})
const webSocketHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': randomBytes(16).toString('base64'),
}

suite('a request to upgrade to another protocol', () => {
  for (const upgrade of ['h2c', 'websocket']) {
    test(`(${upgrade}) is answered as an ordinary request with its body`, async () => {
      const body = JSON.stringify({ messages: [{ topic: 'x', event: 'x', payload: 'ü' }] })
      const headers = {
        ...otherProtocolHeaders(upgrade),
        apikey: secrets.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }
      const path = '/realtime/v1/api/broadcast'
      const { status } = await ask(path, { method: 'POST', headers, body })
      assert.equal(status, 202)
      assert.equal((await ask(path, { method: 'POST', headers, body: '{' })).status, 400)
    })
  }

  test('gets later responses on the same connection', async () => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    const first =
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
    socket.write(
      `${first}GET /config.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    await once(socket, 'close')
    assert.equal(received.match(/HTTP\/1\.1 200 /gu)?.length, 2, received)
  })

  test('does not harm the server if it is sent before the previous response', async () => {
    const plainRequest = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const [path, upgrade] of [
      [`/realtime/v1/websocket?apikey=${secrets.anonKey}`, 'websocket'],
      ['/healthz', 'h2c'],
    ]) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      const headers = { ...webSocketHeaders, upgrade }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(
        `${plainRequest}${plainRequest}GET ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`,
      )
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
      socket.destroy()
      assert.equal((await ask('/healthz')).status, 200)
    }
  })
})

suite('an upgrade to a WebSocket', () => {
  test('works only at the address for WebSockets', async () => {
    const socket = await open()
    assert.equal((await socket.ask('phoenix', 'heartbeat')).status, 'ok')
    socket.socket.close()
    await until(() => socket.closed !== undefined)
    assert.equal((await ask('/healthz', { headers: webSocketHeaders })).status, 200)
    assert.equal(
      (await ask('/realtime/v1/websocket', { headers: otherProtocolHeaders('h2c') })).status,
      426,
    )
  })
})
