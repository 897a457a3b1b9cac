import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import {
  isAlive,
  launch,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from '../support/server.ts'

async function assertStoppedCleanly(server: Server, postgres: number) {
  await until(() => !isAlive(postgres))
  await until(() => server.output.includes('database system is shut down'))
  assert.ok(!existsSync(`${server.dataFolder}/postgres/postmaster.pid`))
}

/** Creates a pipe that is full and has no reader. */
async function fullPipe() {
  const path = join(await temporaryFolder(), 'log')
  execFileSync('mkfifo', [path])
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  assert.throws(() => {
    for (;;) writeSync(both, Buffer.alloc(4096))
  }, /EAGAIN/)
  // Open a second descriptor for the server, because writes to the nonblocking one would fail instead of waiting.
  const stderr = openSync(path, 'w')
  const goAway = () => [both, stderr].forEach((descriptor) => closeSync(descriptor))
  return { stderr, goAway }
}

/** Returns whether the port refuses new connections. */
async function isShut(port: number) {
  const call = connect(port, '127.0.0.1')
  try {
    await once(call, 'connect')
    return false
  } catch {
    return true
  } finally {
    call.destroy()
  }
}

suite('a stop', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`by ${signal} ends the server with 0 and the database cleanly`, async () => {
      const server = await startServer()
      const postgres = server.postgresPid
      process.kill(server.pid, signal)
      assert.equal(await server.waitForExit(), 0)
      await assertStoppedCleanly(server, postgres)
    })
  }

  test('of npm, which passes no signal on, ends the server too', async () => {
    const server = await startServer({ viaNpm: true })
    const [inner, postgres] = [server.serverPid, server.postgresPid]
    assert.notEqual(inner, server.pid)
    process.kill(server.pid, 'SIGTERM')
    await until(() => !isAlive(inner))
    await assertStoppedCleanly(server, postgres)
  })

  test('by a terminal, which signals the whole process group, is in the right order', async () => {
    const server = await startServer({ viaNpm: true })
    const [inner, postgres] = [server.serverPid, server.postgresPid]
    process.kill(-server.pid, 'SIGINT')
    await until(() => !isAlive(inner))
    await assertStoppedCleanly(server, postgres)
    const stopping = server.output.indexOf('Stopping: SIGINT')
    assert.ok(stopping > 0 && stopping < server.output.indexOf('received fast shutdown request'))
  })

  test('lets a started request finish', async () => {
    const server = await startServer()
    const port = Number(new URL(server.url).port)
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /rest/v1/x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 2\r\n\r\n{')
    await until(async () => (await fetch(`${server.url}/healthz`)).ok)
    process.kill(server.pid, 'SIGTERM')
    // Send the rest only after the server stops accepting connections. An earlier response would keep the connection
    // open.
    await until(() => isShut(port))
    socket.write('}')
    const answer = (await once(socket, 'data')).join('')
    assert.match(answer, /^HTTP\/1\.1 404[^]*connection: close/)
    assert.equal(await server.waitForExit(), 0)
  })

  test('does not wait for a request that never ends', async () => {
    const server = await startServer()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /rest/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{')
    await until(async () => (await fetch(`${server.url}/healthz`)).ok)
    assert.equal(await server.stop(), 0)
  })

  test('completes even if a query hangs, and stops the database', async () => {
    const server = await startServer()
    const client = new Client(server.connection)
    client.on('error', () => {})
    await client.connect()
    const hanging = client.query('select pg_sleep(60)').catch(() => 'cut off')
    const postgres = server.postgresPid
    assert.equal(await server.stop(), 0)
    await assertStoppedCleanly(server, postgres)
    assert.equal(await hanging, 'cut off')
  })

  for (const settings of [{}, { LOG_LEVEL: 'info' }]) {
    const level = settings.LOG_LEVEL ?? 'no level'
    test(`completes if nothing reads the log, with ${level} set`, async () => {
      const { stderr, goAway } = await fullPipe()
      const server = await startServer({ settings, stderr })
      const postgres = server.postgresPid
      process.kill(server.pid, 'SIGTERM')
      await until(() => server.hasEnded, 10_000).finally(goAway)
      assert.ok(!isAlive(postgres))
      assert.ok(!existsSync(`${server.dataFolder}/postgres/postmaster.pid`))
    })
  }

  test('while it is still starting leaves nothing running', async () => {
    const server = await launch()
    const pidFile = `${server.dataFolder}/postgres/postmaster.pid`
    await until(() => existsSync(pidFile))
    const postgres = server.postgresPid
    assert.equal(await server.stop(), 0)
    await assertStoppedCleanly(server, postgres)
  })
})
