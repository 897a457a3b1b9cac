import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { endConnectionsOnClose, stopAccepting, waitForLastRequests } from './graceful-close.ts'

const clientCount = 50

test('connections that are pending when a server stops get their responses, however many there are', async () => {
  // This app responds to requests that arrive while it closes, as the real server does.
  const app = fastify({ return503OnClosing: false })
  endConnectionsOnClose(app)
  waitForLastRequests(app)
  app.get('/', async () => 'here')
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  // When `stopAccepting` begins, the server has not accepted these connections yet.
  const responses = Array.from({ length: clientCount }, async () => {
    const socket = connect(Number(address.port), address.hostname)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return (await once(socket, 'data')).join('')
  })
  await stopAccepting(app.server)
  await app.close()
  for (const response of await Promise.all(responses))
    assert.match(response, /^HTTP\/1\.1 200[^]*here$/)
})

test('a request keeps its connection while the server stops accepting', async () => {
  const app = fastify({ return503OnClosing: false })
  endConnectionsOnClose(app)
  waitForLastRequests(app)
  app.get('/', async () => 'here')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  const ask = async () => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return (await once(socket, 'data')).join('')
  }
  await ask()
  const stoppedAccepting = stopAccepting(app.server)
  assert.match(await ask(), /connection: keep-alive/i)
  await stoppedAccepting
  const appClosed = app.close()
  assert.match(await ask(), /connection: close/i)
  await appClosed
})
