import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { LiveSocket } from '../support/live-socket.ts'
import { type Server, startServer } from '../support/server.ts'

const secretsOf = ({ dataFolder }: Server) =>
  z
    .object({ anonKey: z.string() })
    .parse(JSON.parse(readFileSync(`${dataFolder}/secrets.json`, 'utf8')))

suite('a stop', () => {
  test('tells sockets that the server restarts', async () => {
    const server = await startServer()
    const sockets = await Promise.all(
      [1, 2, 3].map(() => new LiveSocket(server.url, secretsOf(server).anonKey).opened()),
    )
    const begun = performance.now()
    assert.equal(await server.stop(), 0)
    assert.ok(performance.now() - begun < 9000)
    assert.deepEqual(await Promise.all(sockets.map((one) => one.endedWith())), [1012, 1012, 1012])
  })
})
