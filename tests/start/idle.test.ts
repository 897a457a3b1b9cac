import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { type Server, startServer, until } from '../support/server.ts'

const residentMemoryOf = ({ serverPid }: Server) =>
  Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${serverPid}/status`, 'utf8'))?.[1]) / 1024

suite('a server that does nothing', () => {
  // @covers operations.idle
  test('uses at most 150 MB in the end', async () => {
    const server = await startServer()
    await until(() => residentMemoryOf(server) <= 150)
    // V8 prints a message if it does not know one of the server's flags.
    assert.doesNotMatch(server.output, /flag/)
  })
})
