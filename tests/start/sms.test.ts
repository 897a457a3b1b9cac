import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client } from 'pg'
import { failToStart, type Server, startServer, until } from '../support/server.ts'
import { startSmsReceiver } from '../support/sms-receiver.ts'

async function inDatabase<Row extends object>(server: Server, statement: string) {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

/** Inserts messages with codes into the outbox without a NOTIFY, so the server has to find them by polling. */
async function leaveCodes(server: Server, count: number) {
  const rows = await inDatabase<{ id: string }>(
    server,
    `with people as (
       insert into auth.users (id, aud, role, phone, phone_confirmed_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', (15550001000 + n)::text, now()
       from generate_series(1, ${count}) as n returning phone
     )
     insert into private.outbox (kind, payload)
     select 'auth.sms', jsonb_build_object('purpose', 'sms', 'phone', phone) from people
     returning id`,
  )
  return rows.map(({ id }) => id)
}

async function waiting(server: Server) {
  const rows = await inDatabase(server, 'select from private.outbox where done_at is null')
  return rows.length
}

suite('text messages in the outbox', () => {
  test('survive kill -9: each is delivered after the next start, and repeats have the same key', async () => {
    // The server is killed before the service responds to two messages, so these messages are not recorded as sent.
    const service = await startSmsReceiver()
    after(service.close)
    const taken: string[] = []
    service.behavior.beforeAccept = async ({ key, body }) => {
      taken.push(`${key} ${body}`)
      if (taken.length <= 2) await new Promise(() => {})
    }
    const settings = { ...service.settings, SITE_URL: 'http://localhost', SEED: 'none' }
    const server = await startServer({ settings })
    const ids = await leaveCodes(server, 6)
    await until(() => taken.length === 2)
    process.kill(server.serverPid, 'SIGKILL')
    await server.waitForExit()
    const again = await startServer({ settings: { ...settings, DATA_DIR: server.dataFolder } })
    await until(async () => (await waiting(again)) === 0)
    const keys = service.received.map(({ key }) => key)
    assert.equal(keys.length, ids.length)
    assert.deepEqual(new Set(keys), new Set(ids))
    // Two of the six messages arrived twice, with the same key and text.
    assert.equal(taken.length, 8)
    assert.equal(new Set(taken).size, 6)
    assert.equal(await again.stop(), 0)
    assert.doesNotMatch(server.output + again.output, /1555000100|code to log in/)
  })

  test('do not delay a stop if the service hangs', async () => {
    const service = await startSmsReceiver()
    after(service.close)
    let taken = 0
    service.behavior.beforeAccept = async () => {
      taken += 1
      await new Promise(() => {})
    }
    const server = await startServer({ settings: { ...service.settings, SEED: 'none' } })
    await leaveCodes(server, 2)
    await until(() => taken === 2)
    const began = Date.now()
    assert.equal(await server.stop(), 0)
    assert.ok(Date.now() - began < 10_000)
  })

  test('fail for a number that the service refuses, and admins see them', async () => {
    const service = await startSmsReceiver({ status: () => 400 })
    after(service.close)
    const server = await startServer({ settings: { ...service.settings, SEED: 'none' } })
    const [id] = await leaveCodes(server, 1)
    await until(() => server.output.includes(`(${id}) is given up (attempt 1)`))
    const rows = await inDatabase(
      server,
      'select id, about, address, last_error from app.dead_letters()',
    )
    const failure = { address: '+15550001001', last_error: 'The SMS service answered 400.' }
    assert.deepEqual(rows, [{ id, about: 'sms', ...failure }])
    assert.doesNotMatch(server.output, /15550001001/)
  })
})

suite('a service that cannot be used', () => {
  test('is reported in one line without the token', async () => {
    const settings = { SMS_URL: 'http://sms.example', SMS_FROM: 'Us', SMS_TOKEN: 'secret' }
    const { code, output } = await failToStart({ settings })
    assert.equal(code, 1)
    assert.match(output, /^The setting SMS_URL is not usable: .+\n$/)
    assert.doesNotMatch(output, /secret/)
  })
})
