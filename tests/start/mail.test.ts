import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { Client } from 'pg'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { failToStart, type Server, startServer, until } from '../support/server.ts'

async function inDatabase<Row extends object>(server: Server, statement: string) {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

/** Inserts emails into the outbox without a NOTIFY, so the server has to find them by polling. */
async function leaveMails(server: Server, count: number) {
  const rows = await inDatabase<{ id: string }>(
    server,
    `insert into private.outbox (kind, payload)
     select 'mail', jsonb_build_object(
       'kind', 'password-changed', 'to', 'ana' || n || '@facility.example',
       'values', jsonb_build_object('email', 'ana' || n || '@facility.example'))
     from generate_series(1, ${count}) as n
     returning id`,
  )
  return rows.map(({ id }) => id)
}

async function waiting(server: Server) {
  const rows = await inDatabase(server, 'select from private.outbox where done_at is null')
  return rows.length
}

suite('emails in the outbox', () => {
  test('survive kill -9: each is delivered, and only those in transit are repeated', async () => {
    const receiver = await startMailReceiver()
    after(receiver.close)
    // The server learns nothing of the acceptance of these emails, so they are in transit when it dies.
    const offered: string[] = []
    receiver.behavior.beforeAccept = async (messageId) => {
      offered.push(messageId)
      await new Promise(() => {})
    }
    const settings = {
      SMTP_URL: receiver.url,
      SITE_URL: 'http://localhost',
      SEED: 'none',
      JOB_CONCURRENCY: 'mail=5',
    }
    const server = await startServer({ settings })
    const ids = await leaveMails(server, 12)
    await until(() => offered.length === 5)
    process.kill(server.serverPid, 'SIGKILL')
    await server.waitForExit()
    delete receiver.behavior.beforeAccept
    const again = await startServer({ settings: { ...settings, DATA_DIR: server.dataFolder } })
    await until(async () => (await waiting(again)) === 0)
    const names = receiver.received.map(({ email }) => email.messageId)
    assert.equal(names.length, ids.length)
    assert.deepEqual(new Set(names), new Set(ids.map((id) => `<${id}@localhost>`)))
    assert.equal(new Set(offered).size, 5)
    assert.equal(receiver.received[0]?.email.subject, 'Your password was changed')
    assert.equal(await again.stop(), 0)
  })

  test('do not delay a stop, and are sent after the next start', async () => {
    const receiver = await startMailReceiver({ beforeAccept: () => new Promise(() => {}) })
    after(receiver.close)
    const settings = { SMTP_URL: receiver.url, SITE_URL: 'http://localhost', SEED: 'none' }
    const server = await startServer({ settings })
    const offered: string[] = []
    receiver.behavior.recipient = (address) => void offered.push(address)
    await leaveMails(server, 2)
    await until(() => offered.length === 2)
    const began = Date.now()
    assert.equal(await server.stop(), 0)
    assert.ok(Date.now() - began < 10_000)
    delete receiver.behavior.beforeAccept
    const again = await startServer({ settings: { ...settings, DATA_DIR: server.dataFolder } })
    await until(async () => (await waiting(again)) === 0)
    assert.equal(receiver.received.length, 2)
  })
})

suite('without SMTP_URL', () => {
  test('an email is a file in the data folder, and the log names it', async () => {
    const server = await startServer({ settings: { SEED: 'none' } })
    const [id = ''] = await leaveMails(server, 1)
    await until(async () => (await waiting(server)) === 0)
    const folder = join(server.dataFolder, 'mail')
    const [file = ''] = await readdir(folder)
    assert.ok(file.endsWith(`-password-changed-${id}.eml`))
    assert.match(await readFile(join(folder, file), 'utf8'), /^To: ana1@facility\.example\r$/m)
    await until(() => server.output.includes(join(folder, file)))
  })
})

suite('a mail server that cannot be used', () => {
  test('is reported in one line without the password', async () => {
    const settings = { SMTP_URL: 'smtp://me:secret@mail.example?logger=true' }
    const { code, output } = await failToStart({ settings })
    assert.equal(code, 1)
    assert.match(output, /^The setting SMTP_URL is not usable: .+\n$/)
    assert.doesNotMatch(output, /secret/)
  })
})
