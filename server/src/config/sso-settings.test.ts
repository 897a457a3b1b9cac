import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { newSigningKey } from '../../../tests/support/saml/certificate.ts'
import { readConfig } from './config.ts'

const id = '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e01'
const oidc = {
  issuer: 'https://login.acme.example',
  client_id: 'mendwell',
  client_secret: 'hush, this is one',
  app_client_ids: [],
}
const acme = { id, name: 'Acme', domains: ['acme.example'], oidc }
const readProviders = (list: unknown) =>
  readConfig({ COMPANY_SIGN_IN: JSON.stringify(list) }).signInProviders.sso

suite('SSO providers', () => {
  test('are absent by default', () => {
    assert.deepEqual(readConfig({}).signInProviders.sso, [])
  })

  test('have an id, a name, domains and a provider', () => {
    const setting = { ...acme, id: id.toUpperCase(), domains: ['Acme.Example'] }
    assert.deepEqual(readProviders([setting]), [acme])
    assert.equal(
      readProviders([{ ...acme, new_people: 'contractor' }])[0]?.new_people,
      'contractor',
    )
  })

  const invalidSettings: [description: string, setting: unknown, expectedMessage: RegExp][] = [
    ['an object instead of a list', { acme }, /must be a JSON list/],
    ['no id', [{ ...acme, id: 'acme' }], /at 0\.id: must be a UUID/],
    ['no domain', [{ ...acme, domains: [] }], /at 0\.domains/],
    [
      'an email address instead of a domain',
      [{ ...acme, domains: ['a@acme.example'] }],
      /must be a domain/,
    ],
    ['admins for new people', [{ ...acme, new_people: 'admin' }], /at 0\.new_people/],
    ['an unknown field', [{ ...acme, domain: 'acme.example' }], /domain/],
    ['no provider', [{ ...acme, oidc: undefined }], /either oidc or saml/],
    [
      'a provider without encryption',
      [{ ...acme, oidc: { ...oidc, issuer: 'http://acme.example' } }],
      /at 0\.oidc\.issuer: must be an https address/,
    ],
    [
      'a provider with a query',
      [{ ...acme, oidc: { ...oidc, issuer: 'https://acme.example/?a=b' } }],
      /at 0\.oidc\.issuer: must be an https address without a query/,
    ],
    ['one id twice', [acme, { ...acme, domains: ['other.example'] }], /two companies with one id/],
    [
      'one domain twice',
      [acme, { ...acme, id: '6f1b1c6e-6a52-4b0c-9a3e-0d3f5c1a7e02' }],
      /lists a domain twice/,
    ],
  ]
  for (const [description, setting, expectedMessage] of invalidSettings) {
    test(`with ${description} stop the start without repeating a secret`, () => {
      assert.throws(
        () => readProviders(setting),
        ({ message }: Error) => {
          assert.match(message, /^The setting COMPANY_SIGN_IN is not usable: .+\.$/)
          assert.match(message, expectedMessage)
          return !message.includes(oidc.client_secret)
        },
      )
    })
  }

  const microsoft = 'https://login.microsoftonline.com'
  for (const tenant of [
    'common',
    'Organizations',
    'consumers',
    '9188040d-6c67-4c5b-b112-36a304b66dad',
  ]) {
    test(`with the multi-tenant directory ${tenant} stop the start`, () => {
      for (const issuer of [`${microsoft}/${tenant}/v2.0`, `${microsoft}/${tenant}`])
        assert.throws(() => readProviders([{ ...acme, oidc: { ...oidc, issuer } }]), {
          message: /at 0\.oidc\.issuer: is shared by many directories/,
        })
    })
  }

  test('may use a Microsoft directory of one company', () => {
    const issuer = `${microsoft}/acme.onmicrosoft.com/v2.0`
    const [company] = readProviders([{ ...acme, oidc: { ...oidc, issuer } }])
    assert.equal(company?.oidc?.issuer, issuer)
  })

  test('that are not JSON stop the start', () => {
    assert.throws(() => readConfig({ COMPANY_SIGN_IN: '[' }), { message: /must be a JSON list/ })
  })
})

suite('a social provider', () => {
  for (const name of ['GOOGLE', 'APPLE', 'MICROSOFT', 'GITHUB']) {
    test(`${name} needs an id and a secret, and one alone stops the start`, () => {
      const [clientId, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]
      const { social } = readConfig({ [clientId]: 'x', [secret]: 'y' }).signInProviders
      assert.equal(Object.values(social).filter(Boolean).length, 1)
      for (const variable of [clientId, secret])
        assert.throws(() => readConfig({ [variable]: 'x' }), {
          message: `Set ${clientId} and ${secret} together, or neither.`,
        })
    })
  }

  test('may be replaced over plain http only on localhost', () => {
    const client = { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' }
    const readGithub = (url: string) =>
      readConfig({ ...client, GITHUB_URL: url }).signInProviders.social.github
    assert.equal(readGithub('http://127.0.0.1:4000')?.url, 'http://127.0.0.1:4000')
    for (const url of ['http://hub.example', 'https://a:b@hub.example', 'ftp://hub.example'])
      assert.throws(() => readGithub(url), { message: /^The setting GITHUB_URL is not usable: / })
  })
})

const { certificate, privateKey } = newSigningKey('acme')
const base64Certificate = certificate.replaceAll(/-----[^-]+-----|\n/gu, '')

function companyWith(certificates: unknown, samlOverrides: object = {}) {
  const saml = {
    entity_id: 'acme',
    sso_url: 'https://id.acme.example/sso',
    certificates,
    ...samlOverrides,
  }
  const company = { id: randomUUID(), name: 'Acme', domains: ['acme.example'], saml }
  return readConfig({ COMPANY_SIGN_IN: JSON.stringify([company]) }).signInProviders.sso
}

suite('a company with SAML', () => {
  test('accepts certificates in PEM and in base64', () => {
    const [company] = companyWith([certificate, base64Certificate])
    assert.deepEqual(company?.saml?.certificates, [certificate, certificate])
  })

  test('is refused with an invalid or weak certificate, which is not repeated', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    for (const invalidCertificate of [
      '',
      'x',
      'TUlJQw==',
      privateKey,
      key,
      base64Certificate.slice(0, 200),
    ]) {
      assert.throws(
        () => companyWith([certificate, invalidCertificate]),
        ({ message }: Error) =>
          /COMPANY_SIGN_IN.*certificates/u.test(message) &&
          (invalidCertificate.length < 4 || !message.includes(invalidCertificate)),
      )
    }
    for (const certificates of [[], undefined, certificate])
      assert.throws(() => companyWith(certificates))
  })

  test('may have a URL that differs only in its query', () => {
    const sso_url = 'https://accounts.google.com/o/saml2/idp?idpid=C01abc'
    assert.equal(companyWith([certificate], { sso_url })[0]?.saml?.sso_url, sso_url)
  })

  test('must have a URL without a login and a fragment', () => {
    for (const sso_url of ['https://a:b@id.acme.example', 'https://id.acme.example/#sso'])
      assert.throws(() => companyWith([certificate], { sso_url }), /without a login/)
  })

  test('must use https and have no unknown setting', () => {
    assert.throws(() => companyWith([certificate], { sso_url: 'http://id.acme.example' }), /https/)
    assert.throws(() => companyWith([certificate], { metadata: 'x' }))
  })
})

suite('a client ID', () => {
  test('may be followed by the IDs of apps', () => {
    const { google } = readConfig({
      GOOGLE_CLIENT_ID: 'web, phone,tablet',
      GOOGLE_CLIENT_SECRET: 'x',
    }).signInProviders.social
    assert.equal(google?.clientId, 'web')
    assert.deepEqual(google?.appClientIds, ['phone', 'tablet'])
  })
})
