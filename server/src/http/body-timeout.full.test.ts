import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { limitBodyTime } from './body-timeout.ts'

test('requests that the server sends to itself have no body timeout', async ({ mock }) => {
  const app = fastify()
  limitBodyTime(app)
  app.post('/', async () => 'answered')
  mock.timers.enable({ apis: ['setTimeout'] })
  const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
  assert.equal(statusCode, 200)
  mock.timers.tick(60_000)
  mock.timers.reset()
  await app.close()
})
