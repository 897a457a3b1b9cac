// Checks that the server reads only the part of a SAML response that the company signed.
import { suite, test } from 'node:test'
import { newSigningKey } from '../../support/saml/certificate.ts'
import { decode, encode, type AssertionChanges } from '../../support/saml/company.ts'
import { wrappingAttacks } from '../support/signature-wrapping.ts'

const { acmesNextKey, borealis, postToServer, codeFrom, expectRefusedSignIn, signedResponse } =
  await import('../support/saml.ts')

const victim = 'chief@acme.example'
const invalid = 'validation_failed'

/** Returns a SAML response that was changed after the company signed it. */
async function alteredResponse(alter: (xml: string) => string, changes: AssertionChanges = {}) {
  const form = await signedResponse(changes)
  return { ...form, SAMLResponse: encode(alter(decode(form.SAMLResponse))) }
}

const forge = (xml: string) => xml.replaceAll(/[\w-]+@acme\.example/gu, victim)

suite('a SAML response is accepted', () => {
  test('with a signature on its assertion, on both parts, and by the next key', async () => {
    for (const changes of [
      { signedElements: ['Assertion'] },
      { signedElements: ['Assertion', 'Response'] },
      { key: acmesNextKey },
    ] as const) {
      const form = await signedResponse(changes)
      await codeFrom(postToServer(form))
    }
  })
})

suite('a SAML response is refused if its signature', () => {
  const cases: Record<string, AssertionChanges> = {
    // @covers sign-in.saml-forged
    'is missing': { signedElements: [] },
    'is on the response alone': { signedElements: ['Response'] },
    // @covers sign-in.saml-forged
    "is a stranger's": { key: newSigningKey('stranger') },
    // @covers sign-in.saml-forged
    "is another company's": { key: borealis.key },
  }
  for (const [name, changes] of Object.entries(cases)) {
    test(name, async () => {
      const form = await signedResponse(changes)
      await expectRefusedSignIn(() => postToServer(form), invalid, /signature/u)
    })
  }

  const changes: Record<string, [alter: (xml: string) => string, message: RegExp]> = {
    'was cut out': [(xml) => xml.replaceAll(/<Signature [^]*?<\/Signature>/gu, ''), /signature/u],
    'is for another address': [forge, /signature/u],
    'is made with SHA-1': [
      (xml) =>
        xml.replaceAll(/[^"]*#(?:rsa-)?sha256/gu, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
      /algorithm/u,
    ],
    'digests with SHA-1': [
      (xml) => xml.replaceAll(/[^"]*xmlenc#sha256/gu, 'http://www.w3.org/2000/09/xmldsig#sha1'),
      /algorithm/u,
    ],
    'is made with a shared secret': [
      (xml) => xml.replaceAll(/[^"]*#rsa-sha256/gu, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
      /algorithm/u,
    ],
    'leaves out parts by a path': [
      (xml) =>
        xml.replaceAll(
          /[^"]*#enveloped-signature/gu,
          'http://www.w3.org/TR/1999/REC-xpath-19991116',
        ),
      /algorithm/u,
    ],
  }
  for (const [name, [alter, description]] of Object.entries(changes)) {
    test(name, async () => {
      const form = await alteredResponse(alter)
      await expectRefusedSignIn(() => postToServer(form), invalid, description)
    })
  }
})

suite('a SAML response that wraps the signed part', () => {
  const names = Object.keys(wrappingAttacks('<saml:Assertion></saml:Assertion>', (xml) => xml))
  for (const name of names) {
    // @covers sign-in.saml-wrapped
    test(`${name} is refused`, async () => {
      for (const changes of [{}, { signedElements: ['Assertion'] }] as const) {
        const form = await alteredResponse(
          (xml) => wrappingAttacks(xml, forge)[name] ?? '',
          changes,
        )
        await expectRefusedSignIn(() => postToServer(form), invalid)
      }
    })
  }
})

suite('a SAML response is refused for its format:', () => {
  const bomb = `<!DOCTYPE b [<!ENTITY a "${'a'.repeat(100)}">${'<!ENTITY b "&a;&a;&a;&a;">'.repeat(20)}]>`
  const changes: Record<string, (xml: string) => string> = {
    'a comment inside a name': (xml) => xml.replace('@acme.example', '@acme.example<!-- -->'),
    'characters by themselves': (xml) => xml.replace('@acme.example', '<![CDATA[@acme.example]]>'),
    'an instruction': (xml) => xml.replace('<saml:Assertion', '<?evil now?><saml:Assertion'),
    'a document type': (xml) => xml.replace('<samlp:Response', '<!DOCTYPE a><samlp:Response'),
    // @covers sign-in.saml-entities
    'an entity of a file': (xml) =>
      xml
        .replace(
          '<samlp:Response',
          '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><samlp:Response',
        )
        .replace('@acme.example', '&x;'),
    'entities of entities': (xml) => xml.replace('<samlp:Response', `${bomb}<samlp:Response`),
    'two parts of one id': (xml) =>
      xml.replace(
        '<samlp:Status',
        `<samlp:X ID="${/<saml:Assertion ID="([^"]+)/u.exec(xml)?.[1]}"/><samlp:Status`,
      ),
    'nesting without end': (xml) =>
      xml.replace('<samlp:Status', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}<samlp:Status`),
    'parts without end': (xml) =>
      xml.replace('<samlp:Status', `${'<a/>'.repeat(20_000)}<samlp:Status`),
    'no assertion': (xml) => xml.replace(/<saml:Assertion[^]*<\/saml:Assertion>/u, ''),
    'another document': () => '<html/>',
    'an empty one': () => '',
    'half of one': (xml) => xml.slice(0, 500),
    'invalid names': (xml) => xml.replace('<samlp:Status', '<_><$/></_><samlp:Status'),
    'bytes that are not text': () => '\u0000\u0001',
  }
  for (const [name, alter] of Object.entries(changes)) {
    test(name, async () => {
      const form = await alteredResponse(alter)
      await expectRefusedSignIn(() => postToServer(form), invalid)
    })
  }

  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const alterations: Record<string, (xml: string) => string> = {
      'an element': (xml) =>
        xml.replace('<samlp:Status', `<saml:${name}><saml:Assertion/></saml:${name}><samlp:Status`),
      'an attribute': (xml) => xml.replace('<samlp:Status', `<samlp:Status ${name}="x"`),
      'a prefix': (xml) => xml.replace('<samlp:Status', `<samlp:Status xmlns:${name}="x"`),
    }
    for (const [element, alter] of Object.entries(alterations)) {
      test(`${name} as the name of ${element}`, async () => {
        const form = await alteredResponse(alter)
        await expectRefusedSignIn(() => postToServer(form), invalid, /unsupported parts/u)
      })
    }
  }

  test('a body that is not base64 or not text', async () => {
    for (const SAMLResponse of ['%%%', '<xml/>', '/////w==', 'a']) {
      const form = await signedResponse({})
      await expectRefusedSignIn(() => postToServer({ ...form, SAMLResponse }), invalid)
    }
  })
})
