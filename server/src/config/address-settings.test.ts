import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

suite('SITE_URL', () => {
  test('is required if others can reach the server', () => {
    for (const HOST of ['0.0.0.0', '::', '10.0.0.11', 'work.example']) {
      assert.throws(() => readConfig({ HOST }), {
        message: `HOST=${HOST} lets others reach the server, but without SITE_URL the links in emails lead to this machine only. Set SITE_URL to the address that people type.`,
      })
      assert.equal(readConfig({ HOST, SITE_URL: 'https://a.example' }).site, 'https://a.example')
    }
    assert.equal(readConfig({ HOST: '::1' }).site, 'http://[::1]:3000')
  })

  test('is required with SMTP_URL', () => {
    const SMTP_URL = 'smtp://mail.example'
    assert.throws(() => readConfig({ SMTP_URL }), {
      message:
        'SMTP_URL sends emails to others, but without SITE_URL their links lead to http://127.0.0.1:3000. Set SITE_URL to the address that people type.',
    })
    assert.ok(readConfig({ SMTP_URL, SITE_URL: 'http://localhost' }).mail.smtp)
  })
})
