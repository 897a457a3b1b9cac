import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

suite('connections to the database', () => {
  test('are 8 for requests and 8 for the server by default, with two emails at once', () => {
    const { connections, mail } = readConfig({})
    assert.deepEqual(connections, { requests: 8, server: 8 })
    assert.equal(mail.concurrency, 2)
  })

  test('can be set within bounds', () => {
    const { connections } = readConfig({ REQUEST_CONNECTIONS: '20', SERVER_CONNECTIONS: '12' })
    assert.deepEqual(connections, { requests: 20, server: 12 })
    for (const [name, ...values] of [
      ['REQUEST_CONNECTIONS', '1', '101', 'many', '8.5'],
      ['SERVER_CONNECTIONS', '5', '101', '-8'],
      ['MAIL_CONCURRENCY', '0', '21', 'two'],
    ] as const) {
      for (const value of values)
        assert.throws(() => readConfig({ [name]: value }), {
          message: new RegExp(`^The setting ${name} is not usable: must be a number from `),
        })
    }
  })

  test('of the server must be enough for the emails that are sent at once', () => {
    assert.throws(() => readConfig({ MAIL_CONCURRENCY: '3' }), {
      message: /^MAIL_CONCURRENCY=3 needs SERVER_CONNECTIONS of 10 or more, /,
    })
    const { mail } = readConfig({ MAIL_CONCURRENCY: '3', SERVER_CONNECTIONS: '10' })
    assert.equal(mail.concurrency, 3)
    assert.ok(readConfig({ MAIL_CONCURRENCY: '1', SERVER_CONNECTIONS: '6' }))
  })
})
