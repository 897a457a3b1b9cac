import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from '../../config/config.ts'
import { readSsoAccount } from './sso-providers.ts'

const google = 'https://accounts.google.com'
const ownIssuer = 'https://login.acme.example'

function readAccountFrom(issuer: string, claims: object) {
  const setting = {
    id: '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e01',
    name: 'Acme',
    domains: ['acme.example', 'acme.test'],
    oidc: { issuer, client_id: 'mendwell', client_secret: 'hush, this is one' },
  }
  const [settings] = readConfig({ COMPANY_SIGN_IN: JSON.stringify([setting]) }).signInProviders.sso
  assert.ok(settings)
  return readSsoAccount(settings, issuer, { sub: 'ada', email: 'ada@acme.example', ...claims })
}

suite('a company whose issuer is Google', () => {
  test('accepts users whom Google assigns to its domain', () => {
    for (const hd of ['acme.example', 'ACME.test'])
      assert.equal(readAccountFrom(google, { hd }).email, 'ada@acme.example')
  })

  test('accepts no other users, whatever their email is', () => {
    for (const hd of [undefined, null, '', 'other.example', 'sub.acme.example', ['acme.example']])
      for (const issuer of [google, `${google}/`])
        assert.throws(() => readAccountFrom(issuer, { hd, email_verified: true }), {
          code: 'email_address_not_authorized',
          message: 'This account does not belong to Acme.',
        })
  })

  test('has a stricter rule than a company with another issuer', () => {
    assert.equal(readAccountFrom(ownIssuer, {}).email, 'ada@acme.example')
  })
})

suite('the email of a user counts as verified at the company', () => {
  test('if the claim is missing or true', () => {
    for (const email_verified of [undefined, true, 'true', 1, '1'])
      assert.equal(readAccountFrom(ownIssuer, { email_verified }).emailVerified, true)
  })

  test('but not if the claim has any other value', () => {
    for (const email_verified of [false, 'false', null, 0, '0', '', 'no', 'False', [], {}])
      assert.equal(readAccountFrom(ownIssuer, { email_verified }).emailVerified, false)
  })
})
