// Tests notification emails in bad cases, such as a mail server that is down.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { connect, signIn } from '../support/busy-market.ts'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { startMailingServer } from '../support/notice-mails.ts'
import { until } from '../support/server.ts'

const {
  server,
  mailPort,
  pool,
  addRecipient,
  readOutboxRow,
  makeDue,
  waitForAttempts,
  waitUntilDone,
} = await startMailingServer()
const admin = await signIn(server, 'admin')

async function startReceiver() {
  const receiver = await startMailReceiver({}, {}, mailPort)
  after(receiver.close)
  const mailsTo = (address: string) => receiver.received.filter(({ to }) => to.includes(address))
  return { ...receiver, mailsTo }
}

/** Returns a client with the service role key, which operators have. */
function fromAbove() {
  const secrets = readFileSync(join(server.dataFolder, 'secrets.json'), 'utf8')
  const { serviceRoleKey } = z.object({ serviceRoleKey: z.string() }).parse(JSON.parse(secrets))
  return createClient(server.url, serviceRoleKey, { auth: { persistSession: false } })
}

async function deadLetters() {
  const { data } = await admin.client
    .from('admin_dead_letters')
    .select('id, address, attempts, last_error')
    .throwOnError()
  return data
}

async function isListed(emailId: string) {
  return (await deadLetters()).some(({ id }) => id === emailId)
}

async function isLetter(id: string) {
  return (
    (await pool.query('select from private.notification_emails where id = $1', [id])).rowCount === 1
  )
}

/** docs/operations/mail-and-sms.md shows this statement to operators. */
const revive =
  'update private.outbox set dead_at = null, attempts = 0, due_at = now() where id = $1'

/** The server gives up on an email after this number of attempts. */
const tries = 17

suite('a mail server', () => {
  test('that is down for an hour gets every email once when it is back', async () => {
    const people = await Promise.all([addRecipient(), addRecipient(), addRecipient()])
    // The test makes each attempt due at once, instead of waiting for up to 30 minutes.
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      for (const { emailId } of people) await waitForAttempts(emailId, attempt)
      await makeDue(...people.map(({ emailId }) => emailId))
    }
    const receiver = await startReceiver()
    for (const { emailId } of people) {
      await until(async () => (await readOutboxRow(emailId)).attempts >= 5)
      await makeDue(emailId)
      await waitUntilDone(emailId)
    }
    for (const { address } of people) assert.equal(receiver.mailsTo(address).length, 1)
    assert.match(server.output, /failed and is tried again in 1800 s: connect ECONNREFUSED/)
    await receiver.close()
  })

  test('that is slow delays no request and no other email', async () => {
    const receiver = await startReceiver()
    const slowness = Promise.withResolvers<void>()
    const waiting = new Set<string>()
    receiver.behavior.beforeAccept = async (messageId) => {
      const id = messageId.slice(1, 37)
      if (!(await isLetter(id))) return
      waiting.add(id)
      await slowness.promise
    }
    const people = await Promise.all([addRecipient(), addRecipient(), addRecipient()])
    await until(() => waiting.size === 3)
    const { error } = await admin.client.from('profiles').select('id').limit(1)
    assert.equal(error, null)
    await connect(server).auth.resetPasswordForEmail('facility@mendwell.test')
    await until(() => receiver.mailsTo('facility@mendwell.test').length === 1)
    assert.equal(waiting.size, 3)
    slowness.resolve()
    for (const { emailId, address } of people) {
      await waitUntilDone(emailId)
      assert.equal(receiver.mailsTo(address).length, 1)
    }
    await receiver.close()
  })

  test('that refuses one address gets all other emails, and an admin sees the failed one', async () => {
    const receiver = await startReceiver()
    // Refuse every recipient at first, because the server may send the email before the test knows the address.
    receiver.behavior.recipient = () => '550 5.1.1 unknown'
    const refused = await addRecipient()
    receiver.behavior.recipient = (to) => (to === refused.address ? '550 5.1.1 unknown' : undefined)
    const others = await Promise.all([addRecipient(), addRecipient()])
    for (const { emailId } of others) await waitUntilDone(emailId)
    await until(async () => (await readOutboxRow(refused.emailId)).dead_at !== null)
    const { id, ...failure } = z.looseObject({ id: z.string() }).parse((await deadLetters())[0])
    assert.equal(id, refused.emailId)
    const { last_error: reason, ...rest } = failure
    assert.match(String(reason), /550 5\.1\.1/)
    assert.deepEqual(rest, { address: refused.address, attempts: 1 })
    await receiver.close()
  })

  test('that always defers is retried for three days, then an admin sees the email and can retry it', async () => {
    const receiver = await startReceiver()
    receiver.behavior.recipient = () => '451 4.3.0 later'
    const unlucky = await addRecipient()
    for (let attempt = 1; attempt < tries; attempt += 1) {
      await waitForAttempts(unlucky.emailId, attempt)
      assert.ok(!(await isListed(unlucky.emailId)))
      await makeDue(unlucky.emailId)
    }
    await waitForAttempts(unlucky.emailId, tries)
    assert.ok(await isListed(unlucky.emailId))
    const facility = await signIn(server, 'facility')
    const { error } = await facility.client.from('admin_dead_letters').select('id')
    assert.equal(error?.code, '42501')
    delete receiver.behavior.recipient
    await pool.query(revive, [unlucky.emailId])
    await waitUntilDone(unlucky.emailId)
    assert.equal(receiver.mailsTo(unlucky.address).length, 1)
    assert.ok(!(await isListed(unlucky.emailId)))
    await receiver.close()
  })
})

suite('a recipient who is deleted', () => {
  test('before the next attempt gets no email, and no error is reported', async () => {
    const receiver = await startReceiver()
    receiver.behavior.recipient = () => '451 4.3.0 later'
    const [removed, hidden] = await Promise.all([addRecipient(), addRecipient()])
    for (const { emailId } of [removed, hidden]) await waitForAttempts(emailId, 1)
    delete receiver.behavior.recipient
    const { auth } = fromAbove()
    assert.equal((await auth.admin.deleteUser(removed.id)).error, null)
    assert.equal((await auth.admin.deleteUser(hidden.id, true)).error, null)
    const lengthBefore = server.output.length
    for (const { emailId } of [removed, hidden]) {
      await makeDue(emailId)
      await waitUntilDone(emailId)
      assert.ok(!(await isListed(emailId)))
    }
    assert.deepEqual(receiver.received, [])
    assert.doesNotMatch(server.output.slice(lengthBefore), /The work "notification_email"/)
    await receiver.close()
  })

  test('while the email is in transit is removed at once, and gets it once', async () => {
    const receiver = await startReceiver()
    const onItsWay = Promise.withResolvers<void>()
    const slowness = Promise.withResolvers<void>()
    receiver.behavior.beforeAccept = async () => {
      onItsWay.resolve()
      await slowness.promise
    }
    const { id, address, emailId } = await addRecipient()
    await onItsWay.promise
    assert.equal((await fromAbove().auth.admin.deleteUser(id)).error, null)
    slowness.resolve()
    await waitUntilDone(emailId)
    assert.equal(receiver.mailsTo(address).length, 1)
    await receiver.close()
  })
})
