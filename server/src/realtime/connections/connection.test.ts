import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { until } from '../../../../tests/support/until.ts'
import { encodeFrame } from '../protocol/write-message.ts'
import { Connection } from './connection.ts'

const sockets = new WebSocketServer({ noServer: true })
const opened: Connection[] = []
const server = createServer().on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => {
    opened.push(new Connection(ws, socket, { apikey: '', network: '', version: '2.0.0' }))
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const { port } = z.object({ port: z.number() }).parse(server.address())

/** Opens a client that reads nothing until the test resumes it. */
async function deafClient(): Promise<{
  client: Socket
  connection: Connection
  length: () => number
}> {
  const client = connect(port, '127.0.0.1')
  let length = 0
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await once(client, 'data')
  client
    .pause()
    .on('error', () => {})
    .on('data', (data: Buffer) => (length += data.length))
  client.pause()
  after(() => client.destroy())
  const connection = opened.at(-1)
  assert.ok(connection)
  return { client, connection, length: () => length }
}

const frame = encodeFrame('x'.repeat(300_000))

test('a slow reader that gets only replies stays connected', async () => {
  const { client, connection, length } = await deafClient()
  const answers = 40
  for (let at = 0; at < answers; at += 1) connection.enqueue(async () => connection.send(frame))
  await until(() => length() === 0 && client.isPaused())
  client.resume()
  await until(() => length() === answers * frame.length || connection.isClosing, 10_000)
  assert.equal(connection.isClosing, false)
  assert.equal(length(), answers * frame.length)
})

test('a slow reader that gets other messages is disconnected', async () => {
  const { connection } = await deafClient()
  await until(() => {
    connection.send(frame)
    return connection.isClosing
  })
})
