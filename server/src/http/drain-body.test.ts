import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { drainBodies } from './drain-body.ts'

test('a client that is refused in the middle of a body can read the response, and send another request', async () => {
  const app = fastify({ bodyLimit: 1000 })
  drainBodies(app)
  app.post('/', async () => 'kept')
  app.get('/', async () => 'here')
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), address.hostname)
  const readNextText = async () => String((await once(socket, 'data'))[0])
  const half = 'a'.repeat(1_000_000)
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n'
  socket.write(`${head}Content-Length: ${2 * half.length}\r\n\r\n${half}`)
  assert.match(await readNextText(), /^HTTP\/1\.1 413 [^]*too large/)
  socket.write(half)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  assert.match(await readNextText(), /^HTTP\/1\.1 200 [^]*here$/)
  socket.destroy()
  await app.close()
})

test('a client that sends Connection: close can read the response before the connection closes', async (t) => {
  const app = fastify({ bodyLimit: 1000 })
  t.after(() => app.close())
  drainBodies(app)
  app.post('/', async () => 'kept')
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), address.hostname)
  t.after(() => socket.destroy())
  const half = 'a'.repeat(1_000_000)
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\n'
  socket.write(`${head}Content-Length: ${2 * half.length}\r\n\r\n${half}`)
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 413 [^]*too large/)
  socket.write(half)
  // If the server resets the connection, this wait fails.
  await once(socket, 'end')
})

test('a client that sends Connection: close and is refused at once sees the connection close', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  drainBodies(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.code(421).send('not here')
    done()
  })
  app.get('/', async () => 'here')
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), address.hostname)
  t.after(() => socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 421 [^]*not here$/)
  await once(socket, 'end', { signal: AbortSignal.timeout(5000) })
})
