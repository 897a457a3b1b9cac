import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { StartupFailure } from '../startup/startup-failure.ts'
import { readConfig } from './config.ts'

const url = 'https://sms.example/Accounts/AC1/Messages.json'
const completeSettings = {
  SMS_URL: url,
  SMS_FROM: '+15005550006',
  SMS_ACCOUNT: 'AC1',
  SMS_TOKEN: 'secret',
}

function readRefusal(settings: NodeJS.ProcessEnv) {
  try {
    readConfig(settings)
  } catch (error) {
    assert.ok(error instanceof StartupFailure)
    assert.doesNotMatch(error.message, /secret/)
    return error.message
  }
  return 'none'
}

suite('the SMS settings', () => {
  test('are either absent or name a service with a sender', () => {
    assert.equal(readConfig({}).sms, undefined)
    assert.equal(readConfig({ SMS_URL: '', SMS_FROM: '' }).sms, undefined)
    assert.deepEqual(readConfig(completeSettings).sms, {
      url,
      from: '+15005550006',
      login: { user: 'AC1', token: 'secret' },
    })
    assert.equal(readConfig({ SMS_URL: url, SMS_FROM: 'Mendwell' }).sms?.login, undefined)
  })

  for (const name of ['SMS_URL', 'SMS_FROM', 'SMS_ACCOUNT', 'SMS_TOKEN'] as const)
    test(`are refused without ${name}`, () => {
      assert.match(
        readRefusal({ ...completeSettings, [name]: '' }),
        /^Set SMS_\w+ and SMS_\w+ together, or n/,
      )
    })

  test('limit the countries, with all of them as default', () => {
    assert.deepEqual(readConfig(completeSettings).smsCountries, [])
    assert.deepEqual(readConfig({ ...completeSettings, SMS_COUNTRIES: '+49, +43' }).smsCountries, [
      '49',
      '43',
    ])
    for (const invalidValue of ['49', '+', '+0', '+49 +43', '+49,', 'DE'])
      assert.match(
        readRefusal({ ...completeSettings, SMS_COUNTRIES: invalidValue }),
        /must list number prefixes/,
      )
  })

  test('accept plain http only on localhost', () => {
    for (const host of ['127.0.0.1:4010', 'localhost', '[::1]:80'])
      assert.equal(readRefusal({ ...completeSettings, SMS_URL: `http://${host}/sms` }), 'none')
    for (const host of ['sms.example', '10.0.0.5', '127.0.0.1.sms.example'])
      assert.match(
        readRefusal({ ...completeSettings, SMS_URL: `http://${host}/sms` }),
        /must be https/,
      )
  })

  const invalidValues: [name: string, value: string][] = [
    ['SMS_URL', 'sms.example'],
    ['SMS_URL', 'ftp://sms.example'],
    ['SMS_URL', 'https://AC1:secret@sms.example'],
    ['SMS_URL', 'https://sms.example#secret'],
    ['SMS_FROM', '+1500;secret'],
    ['SMS_FROM', `+1500\r\nsecret`],
    ['SMS_ACCOUNT', 'AC1:secret'],
  ]
  for (const [name, value] of invalidValues)
    test(`refuse ${name}=${JSON.stringify(value)} without repeating it`, () => {
      assert.match(
        readRefusal({ ...completeSettings, [name]: value }),
        /^The setting SMS_\w+ is not usable: .+\.$/,
      )
    })
})
