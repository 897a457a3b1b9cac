import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

function readSmtp(url: string) {
  return readConfig({ SMTP_URL: url, SITE_URL: 'http://localhost' }).mail.smtp
}

suite('SMTP_URL', () => {
  test('leads to a server, with a login or without', () => {
    const login = { user: 'post@work.example', password: 'a/b:c' }
    assert.deepEqual(readSmtp('smtp://post%40work.example:a%2Fb%3Ac@mail.example:2525'), {
      host: 'mail.example',
      port: 2525,
      isTlsFromStart: false,
      tls: 'verified',
      auth: login,
    })
    assert.equal(readSmtp('smtp://mail.example')?.auth, undefined)
    assert.equal(readSmtp('smtp://mail.example/')?.port, undefined)
    assert.equal(readSmtp('smtps://mail.example')?.isTlsFromStart, true)
  })

  test('requires a valid certificate, except on this machine', () => {
    for (const url of [
      'smtp://mail.example',
      'smtps://mail.example',
      'smtp://10.0.0.5',
      'smtp://[fd00::1]',
    ]) {
      assert.equal(readSmtp(url)?.tls, 'verified', url)
    }
    for (const url of [
      'smtp://localhost',
      'smtp://127.0.0.1',
      'smtp://[::1]:25',
      'smtps://localhost',
    ]) {
      assert.equal(readSmtp(url)?.tls, 'if offered', url)
    }
    assert.equal(readSmtp('smtp://[::1]:25')?.host, '::1')
  })

  test('turns encryption off by its parameter', () => {
    assert.equal(readSmtp('smtp://relay:25?tls=off')?.tls, 'off')
  })

  const invalidUrls = [
    'mail.example',
    'mail.example:25',
    'http://mail.example',
    'smtp:mail.example',
    'smtp://',
    'smtp://:secret@mail.example',
    'smtp://me:50%-secret@mail.example',
    'smtp://me:secret@mail.example/inbox',
    'smtp://me:secret@mail.example?logger=true',
    'smtp://mail.example?tls.rejectUnauthorized=false',
    'smtp://me:secret@mail.example?tls.rejectUnauthorized=false',
    'smtp://me:secret@mail.example#x',
    'smtp://me:secret@mail.example:port',
    'smtp://me:secret@mail.example?tls=off',
    'smtps://mail.example?tls=off',
  ]
  for (const url of invalidUrls) {
    test(`${url} is refused, and not repeated`, () => {
      assert.throws(
        () => readSmtp(url),
        (error) => {
          assert.ok(error instanceof StartupFailure)
          assert.match(error.message, /^The setting SMTP_URL is not usable: .+\.$/)
          assert.doesNotMatch(error.message, /secret/)
          return true
        },
      )
    })
  }
})

suite('MAIL_FROM', () => {
  const readSender = (text: string) => readConfig({ MAIL_FROM: text }).mail.from

  test('is an address, with a name or without', () => {
    assert.deepEqual(readSender('Mendwell <no-reply@work.example>'), {
      name: 'Mendwell',
      address: 'no-reply@work.example',
    })
    assert.deepEqual(readSender('no-reply@work.example'), {
      name: '',
      address: 'no-reply@work.example',
    })
    assert.equal(readConfig({}).mail.from, undefined)
  })

  for (const text of [
    'Mendwell',
    'Mendwell no-reply@work.example',
    'Mendwell <no-reply>',
    'a@b.example, c@d.example',
    'Mendwell <a@b.example>\r\nBcc: eve@evil.example',
    'Mendwell\n<a@b.example>',
  ]) {
    test(`${JSON.stringify(text)} is refused`, () => {
      assert.throws(() => readSender(text), {
        message: /^The setting MAIL_FROM is not usable: must look like/,
      })
    })
  }
})
