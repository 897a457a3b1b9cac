import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from './config.ts'

suite('connections to the database', () => {
  test('are 8 for requests and 8 for the server by default', () => {
    const { connections } = readConfig({})
    assert.deepEqual(connections, { requests: 8, server: 8 })
  })

  test('can be set within bounds', () => {
    const { connections } = readConfig({ REQUEST_CONNECTIONS: '20', SERVER_CONNECTIONS: '12' })
    assert.deepEqual(connections, { requests: 20, server: 12 })
    for (const [name, ...values] of [
      ['REQUEST_CONNECTIONS', '1', '101', 'many', '8.5'],
      ['SERVER_CONNECTIONS', '5', '101', '-8'],
    ] as const) {
      for (const value of values)
        assert.throws(() => readConfig({ [name]: value }), {
          message: new RegExp(`^The setting ${name} is not usable: must be a number from `),
        })
    }
  })
})
