import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { until } from '../../../../tests/support/until.ts'
import { encodeFrame } from './write-message.ts'

const lengths = [0, 1, 125, 126, 65_535, 65_536, 200_000]

test('a frame of any length arrives unchanged, as text and as bytes', async () => {
  const payloads = lengths.flatMap((length) => ['x'.repeat(length), Buffer.alloc(length, 7)])
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer().on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, () => {
      for (const payload of payloads) socket.write(encodeFrame(payload))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  after(() => {
    client.close()
    server.close()
  })
  client.binaryType = 'arraybuffer'
  const received: unknown[] = []
  client.addEventListener('message', (event) => {
    const data: unknown = event.data
    received.push(data instanceof ArrayBuffer ? Buffer.from(data) : data)
  })
  await until(() => received.length === payloads.length)
  for (const [index, payload] of payloads.entries()) assert.deepEqual(received[index], payload)
})
