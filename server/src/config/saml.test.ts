import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { newSigningKey } from '../../../tests/support/saml/certificate.ts'
import { readConfig } from './config.ts'

const { certificate, privateKey } = newSigningKey('acme')
const bare = certificate.replaceAll(/-----[^-]+-----|\n/gu, '')

function companyWith(certificates: unknown, more: object = {}) {
  const saml = {
    entity_id: 'acme',
    sso_url: 'https://id.acme.example/sso',
    certificates,
    ...more,
  }
  const company = { id: randomUUID(), name: 'Acme', domains: ['acme.example'], saml }
  return readConfig({ COMPANY_SIGN_IN: JSON.stringify([company]) }).outside.companies
}

suite('a company by SAML', () => {
  test('has certificates in PEM or in base64, which are the same', () => {
    const [company] = companyWith([certificate, bare])
    assert.deepEqual(company?.saml?.certificates, [certificate, certificate])
  })

  test('is refused with certificates that are none, or too weak, and they are not repeated', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    for (const wrong of ['', 'x', 'TUlJQw==', privateKey, key, bare.slice(0, 200)]) {
      assert.throws(
        () => companyWith([certificate, wrong]),
        ({ message }: Error) =>
          /COMPANY_SIGN_IN.*certificates/u.test(message) &&
          (wrong.length < 4 || !message.includes(wrong)),
      )
    }
    for (const none of [[], undefined, certificate]) assert.throws(() => companyWith(none))
  })

  test('may be told apart by the query of its address', () => {
    const sso_url = 'https://accounts.google.com/o/saml2/idp?idpid=C01abc'
    assert.equal(companyWith([certificate], { sso_url })[0]?.saml?.sso_url, sso_url)
  })

  test('has an address without a login and a fragment', () => {
    for (const sso_url of ['https://a:b@id.acme.example', 'https://id.acme.example/#sso'])
      assert.throws(() => companyWith([certificate], { sso_url }), /without a login/)
  })

  test('is asked over https, and has no setting that nobody knows', () => {
    assert.throws(() => companyWith([certificate], { sso_url: 'http://id.acme.example' }), /https/)
    assert.throws(() => companyWith([certificate], { metadata: 'x' }))
  })
})

suite('a client id', () => {
  test('may be followed by those of apps', () => {
    const { google } = readConfig({
      GOOGLE_CLIENT_ID: 'web, phone,tablet',
      GOOGLE_CLIENT_SECRET: 'x',
    }).outside.social
    assert.equal(google?.clientId, 'web')
    assert.deepEqual(google?.appClientIds, ['phone', 'tablet'])
  })
})
