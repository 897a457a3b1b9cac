import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { temporaryFolder } from '../../tests/support/app.ts'
import { openMailer } from './open-mailer.ts'
import { sampleMail, values } from './testing.ts'

async function openTestMailer(overrides: Partial<Parameters<typeof openMailer>[0]> = {}) {
  const dataFolder = await temporaryFolder()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const mailer = await openMailer({
    smtp: undefined,
    maxConnections: 2,
    from: undefined,
    site: 'https://work.example',
    productName: 'Mendwell',
    productFolder: 'supabase',
    dataFolder,
    log,
    ...overrides,
  })
  return { mailer, lines, folder: join(dataFolder, 'mail') }
}

const id = '6f4b1c9e-0000-4000-8000-000000000001'

suite('without SMTP_URL', () => {
  test('an email becomes a file, and the name of the file is logged', async () => {
    const { mailer, lines, folder } = await openTestMailer()
    await mailer.send(sampleMail('recovery', { id }))
    const file = join(folder, `2026-03-04T05-06-07.890Z-recovery-${id}.eml`)
    assert.deepEqual(await readdir(folder), [file.slice(folder.length + 1)])
    const { subject, text, to, from, messageId } = await PostalMime.parse(await readFile(file))
    assert.equal(subject, 'Set a new password')
    assert.ok(text?.includes(values.link))
    assert.deepEqual(to, [{ name: '', address: values.email }])
    assert.deepEqual(from, { name: 'Mendwell', address: 'no-reply@work.example' })
    assert.equal(messageId, `<${id}@work.example>`)
    const [line = ''] = lines
    assert.match(line, /"level":40/)
    assert.ok(line.includes(file))
    assert.ok(!line.includes(values.email) && !line.includes('abc123'))
  })

  test('only the owner can read the file', async () => {
    const { mailer, folder } = await openTestMailer()
    await mailer.send(sampleMail('invite'))
    const [file = ''] = await readdir(folder)
    assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600)
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
  })

  test('a repeated email becomes the same file', async () => {
    const { mailer, folder } = await openTestMailer()
    const mail = sampleMail('confirmation')
    await mailer.send(mail)
    const [file = ''] = await readdir(folder)
    const first = await readFile(join(folder, file))
    await mailer.send(mail)
    assert.deepEqual(await readdir(folder), [file])
    assert.deepEqual(await readFile(join(folder, file)), first)
  })
})

suite('the sender', () => {
  async function readSender(overrides: Parameters<typeof openTestMailer>[0]) {
    const { mailer, folder } = await openTestMailer(overrides)
    await mailer.send(sampleMail('invite'))
    const [file = ''] = await readdir(folder)
    return (await PostalMime.parse(await readFile(join(folder, file)))).from
  }

  test('is the one in MAIL_FROM', async () => {
    const from = { name: 'Work, and more', address: 'hello@post.example' }
    assert.deepEqual(await readSender({ from }), from)
  })

  test('is at localhost if the site has an IP address', async () => {
    const from = { name: 'Mendwell', address: 'no-reply@localhost' }
    assert.deepEqual(await readSender({ site: 'http://127.0.0.1:3000' }), from)
    assert.deepEqual(await readSender({ site: 'http://[::1]:3000' }), from)
  })
})

suite('without an application', () => {
  test('emails fail with a clear reason', async () => {
    const { mailer } = await openTestMailer({ productFolder: undefined })
    await assert.rejects(mailer.send(sampleMail('invite')), {
      message: 'There are no email templates: the server has no application.',
    })
    assert.equal(mailer.screenOf('invite'), '/')
  })
})
