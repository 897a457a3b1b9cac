import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { suite, test, type TestContext } from 'node:test'
import { fastify } from 'fastify'
import { limitHandlerTime } from './handler-timeout.ts'

const never = () => new Promise<never>(() => {})

async function listen(t: TestContext) {
  const app = fastify({ forceCloseConnections: true })
  t.after(() => app.close())
  limitHandlerTime(app, 20)
  app.route({ method: ['GET', 'POST'], url: '/slow', handler: never })
  app.get('/begun', (_request, reply) => {
    const endless = new Readable({ read: () => {} })
    endless.push('a part')
    return reply.send(endless)
  })
  app.get('/patient', { handlerTimeout: 60_000 }, async () => {
    // The other request ends at the timeout, so this handler takes longer than the timeout.
    await fetch(`${url}/slow`)
    return 'answered'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return url
}

suite('a handler that takes too long', () => {
  test('gets status 503, with or without a body', async (t) => {
    const url = await listen(t)
    assert.equal((await fetch(`${url}/slow`)).status, 503)
    const init = { method: 'POST', body: 'text', headers: { 'content-type': 'text/plain' } }
    assert.equal((await fetch(`${url}/slow`, init)).status, 503)
  })

  test('may finish if its route has a longer timeout', async (t) => {
    const response = await fetch(`${await listen(t)}/patient`)
    assert.equal(await response.text(), 'answered')
  })

  test('ends the connection if the response has begun', async (t) => {
    const response = await fetch(`${await listen(t)}/begun`)
    await assert.rejects(response.text())
  })
})
