import assert from 'node:assert/strict'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { healthOf, isAlive, launch, type Server, startServer, until } from '../support/server.ts'

async function inDatabase(server: Server, statement: string) {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query<{ value: string }>(statement)
  await client.end()
  return rows
}

const write = (server: Server) =>
  inDatabase(server, "insert into private.settings (name, value) values ('kept', 'yes')")

async function assertKept(server: Server) {
  const rows = await inDatabase(server, "select value from private.settings where name = 'kept'")
  assert.deepEqual(rows, [{ value: 'yes' }])
}

const again = (server: Server) => startServer({ settings: { DATA_DIR: server.dataFolder } })

suite('kill -9', () => {
  test('of the server loses nothing, and the database stops with it', async () => {
    const server = await startServer()
    await write(server)
    const postgres = server.postgresPid
    process.kill(server.pid, 'SIGKILL')
    await until(() => !isAlive(postgres))
    await assertKept(await again(server))
  })

  test('of the server followed by a start at once works', async () => {
    const server = await startServer()
    await write(server)
    process.kill(server.pid, 'SIGKILL')
    await server.waitForExit()
    await assertKept(await again(server))
  })

  test('of the database makes the server restart it', async () => {
    const server = await startServer()
    await write(server)
    const postgres = server.postgresPid
    process.kill(postgres, 'SIGKILL')
    await until(() => server.output.includes('The database is back.'))
    assert.equal(await healthOf(server), 200)
    assert.notEqual(server.postgresPid, postgres)
    await assertKept(server)
  })

  test('of both loses nothing', async () => {
    const server = await startServer()
    await write(server)
    process.kill(server.postgresPid, 'SIGKILL')
    process.kill(server.pid, 'SIGKILL')
    await server.waitForExit()
    await assertKept(await again(server))
  })

  test('of the server after it restarted the database stops the database too', async () => {
    const server = await startServer()
    process.kill(server.postgresPid, 'SIGKILL')
    await until(() => server.output.includes('The database is back.'))
    assert.equal(await healthOf(server), 200)
    const postgres = server.postgresPid
    process.kill(server.pid, 'SIGKILL')
    await until(() => !isAlive(postgres))
  })
})

suite('a database that is stopped from outside', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) {
    test(`by ${signal} is restarted`, async () => {
      const server = await startServer()
      await write(server)
      process.kill(server.postgresPid, signal)
      await until(() => server.output.includes('The database is back.'))
      assert.equal(await healthOf(server), 200)
      await assertKept(server)
    })
  }

  // @covers operations.migration-killed
  test('while a release is applied is restarted, and the start continues', async () => {
    const server = await launch()
    await until(() => server.output.includes('ready to accept connections'))
    process.kill(server.postgresPid, 'SIGKILL')
    await until(() => server.output.includes('is ready: ') || server.hasEnded)
    assert.equal(await healthOf(server), 200, server.output)
  })
})

suite('a database that outlives its server', () => {
  test('is adopted by the next start', async () => {
    const server = await startServer()
    await write(server)
    const postgres = server.postgresPid
    process.kill(server.pid, 'SIGSTOP')
    // Closes the connections of the suspended server, as if its process had ended.
    await inDatabase(
      server,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'mendwell%'",
    )
    const next = await again(server)
    assert.equal(next.postgresPid, postgres)
    await assertKept(next)
    process.kill(server.pid, 'SIGKILL')
  })
})

suite('a pid file that names another program', () => {
  test('does not keep the database from starting', async () => {
    const server = await startServer()
    const { dataFolder } = server
    const file = `${dataFolder}/postgres/postmaster.pid`
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
    const { uid, gid } = await stat(file)
    await server.stop()
    await writeFile(file, [process.pid, ...rest].join('\n'), { mode: 0o600 })
    await chown(file, uid, gid)
    assert.equal(await healthOf(await again(server)), 200)
  })
})
