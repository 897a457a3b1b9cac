// Checks the error for an upload that fills the local disk.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import fastify, { type FastifyError } from 'fastify'
import { sendError } from './send-error.ts'

const fullDevice = '/dev/full'

test('a full disk has its own error', { skip: !existsSync(fullDevice) }, async () => {
  const app = fastify()
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.post('/', () => writeFile(fullDevice, 'x'))
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/' })
  assert.equal(statusCode, 507)
  assert.match(body, /The server has no space left for this file\. Nothing was stored\./)
})
