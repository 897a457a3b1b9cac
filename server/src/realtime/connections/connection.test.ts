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
async function openSlowClient(): Promise<{
  client: Socket
  connection: Connection
  receivedBytes: () => number
}> {
  const client = connect(port, '127.0.0.1')
  let receivedBytes = 0
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await once(client, 'data')
  client
    .pause()
    .on('error', () => {})
    .on('data', (data: Buffer) => (receivedBytes += data.length))
  client.pause()
  after(() => client.destroy())
  const connection = opened.at(-1)
  assert.ok(connection)
  return { client, connection, receivedBytes: () => receivedBytes }
}

const frame = encodeFrame('x'.repeat(300_000))

test('a slow reader that gets only replies stays connected', async () => {
  const { client, connection, receivedBytes } = await openSlowClient()
  const replyCount = 40
  for (let sent = 0; sent < replyCount; sent += 1)
    connection.enqueue(async () => connection.send(frame))
  await until(() => receivedBytes() === 0 && client.isPaused())
  client.resume()
  await until(() => receivedBytes() === replyCount * frame.length || connection.isClosing, 10_000)
  assert.equal(connection.isClosing, false)
  assert.equal(receivedBytes(), replyCount * frame.length)
})

test('a slow reader that gets other messages is disconnected', async () => {
  const { connection } = await openSlowClient()
  await until(() => {
    connection.send(frame)
    return connection.isClosing
  })
})
