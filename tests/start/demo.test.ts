import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { failToStart, launch, type Server, startServer, until } from '../support/server.ts'

async function peopleIn(server: Server) {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query<{ people: number }>(
    'select count(*)::integer as people from auth.users',
  )
  await client.end()
  return rows[0]?.people
}

const again = (server: Server, settings: NodeJS.ProcessEnv = {}) =>
  startServer({ settings: { DATA_DIR: server.dataFolder, ...settings } })

suite('the demo', () => {
  test('exists once after the first start', async () => {
    const server = await startServer()
    const people = await peopleIn(server)
    assert.ok(people && people > 15)
    await server.stop()
    assert.equal(await peopleIn(await again(server)), people)
  })

  test('is not created with SEED=none, and can be created later', async () => {
    const server = await startServer({ settings: { SEED: 'none' } })
    assert.equal(await peopleIn(server), 0)
    await server.stop()
    assert.notEqual(await peopleIn(await again(server, { SEED: 'demo' })), 0)
  })

  test('is not created if other machines could reach it', async () => {
    const server = await startServer({ settings: { SITE_URL: 'https://work.example' } })
    assert.equal(await peopleIn(server), 0)
  })

  test('is refused if other machines could reach it, even on request', async () => {
    const settings = { SEED: 'demo', SITE_URL: 'https://work.example' }
    const { code, output } = await failToStart({ settings })
    assert.equal(code, 1)
    assert.match(output, /^SEED=demo makes accounts whose passwords everybody knows/m)
  })

  test('survives a kill during the first start', async () => {
    const server = await launch()
    await until(() => server.output.includes('ready to accept connections'))
    process.kill(server.pid, 'SIGKILL')
    await server.waitForExit()
    assert.notEqual(await peopleIn(await again(server)), 0)
  })

  test('stops a start if other machines could reach the server', async () => {
    const server = await startServer()
    await server.stop()
    for (const settings of [
      { SITE_URL: 'https://work.example' },
      { HOST: '0.0.0.0', SITE_URL: 'http://localhost' },
    ]) {
      const { code, output } = await failToStart({
        settings: { DATA_DIR: server.dataFolder, ...settings },
      })
      assert.equal(code, 1)
      assert.match(
        output,
        /^The database holds the demo, .* Remove it by deleting the data folder/m,
      )
    }
  })
})
