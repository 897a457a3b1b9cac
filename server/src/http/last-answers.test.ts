import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { closeDoor, endConnectionsOnClose, takeLastRequests } from './last-answers.ts'

const callers = 50

test('who has called when a server stops is answered, however many stand in line', async () => {
  // As the server itself: who comes while it closes is answered.
  const app = fastify({ return503OnClosing: false })
  endConnectionsOnClose(app)
  takeLastRequests(app)
  app.get('/', async () => 'here')
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  // The system takes their calls and their requests in this moment; the server has not looked yet.
  const answers = Array.from({ length: callers }, async () => {
    const socket = connect(Number(address.port), address.hostname)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return (await once(socket, 'data')).join('')
  })
  await closeDoor(app.server)
  await app.close()
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200[^]*here$/)
})

test('what is asked while the door closes keeps its connection', async () => {
  const app = fastify({ return503OnClosing: false })
  endConnectionsOnClose(app)
  takeLastRequests(app)
  app.get('/', async () => 'here')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const kept = connect(Number(port), '127.0.0.1')
  const ask = async () => {
    kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return (await once(kept, 'data')).join('')
  }
  await ask()
  const closed = closeDoor(app.server)
  assert.match(await ask(), /connection: keep-alive/i)
  await closed
  const gone = app.close()
  assert.match(await ask(), /connection: close/i)
  await gone
})
