// Checks when the server accepts a SAML response.
import { createHash, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { encode } from '../../support/saml/company.ts'

const {
  acme,
  beginSignIn,
  borealis,
  postToServer,
  codeFrom,
  expectRefusedSignIn,
  signedResponse,
  signInAt,
} = await import('../support/saml.ts')
const { query } = await import('../support/database.ts')

const invalid = 'validation_failed'
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

suite('a signed SAML response is refused if it', () => {
  const cases: Record<string, [change: (xml: string) => string, message: RegExp]> = {
    'is from somebody else': [
      (xml) => xml.replaceAll(acme.entityId, borealis.entityId),
      /different issuer/u,
    ],
    // @covers sign-in.saml-audience
    'is for another audience': [
      (xml) => xml.replace(/<saml:Audience>[^<]+/u, '<saml:Audience>https://other.example'),
      /audience/u,
    ],
    'names no audience': [
      (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/u, ''),
      /audience/u,
    ],
    'has no conditions': [
      (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/u, ''),
      /./u,
    ],
    // @covers sign-in.saml-expired
    'has expired': [
      (xml) =>
        xml.replace(
          /(Conditions NotBefore="[^"]+" NotOnOrAfter=)"[^"]+"/u,
          `$1"${minutesFromNow(-2)}"`,
        ),
      /time/u,
    ],
    'has not begun': [
      (xml) => xml.replace(/(Conditions NotBefore=)"[^"]+"/u, `$1"${minutesFromNow(2)}"`),
      /time/u,
    ],
    'was for a moment that is over': [
      (xml) =>
        xml.replace(/(InResponseTo="[^"]+" NotOnOrAfter=)"[^"]+"/u, `$1"${minutesFromNow(-2)}"`),
      /has expired/u,
    ],
    'has no end': [
      (xml) => xml.replace(/(InResponseTo="[^"]+") NotOnOrAfter="[^"]+"/u, '$1'),
      /its time/u,
    ],
    'is for another recipient': [
      (xml) => xml.replace(/Recipient="[^"]+"/u, 'Recipient="https://other.example/acs"'),
      /this request/u,
    ],
    'is sent to another address': [
      (xml) => xml.replace(/Destination="[^"]+"/u, 'Destination="https://other.example/acs"'),
      /another address/u,
    ],
    'answers another request': [
      (xml) => xml.replaceAll(/InResponseTo="[^"]+"/gu, 'InResponseTo="_other"'),
      /another request/u,
    ],
    'was asked for by nobody': [
      (xml) => xml.replaceAll(/ InResponseTo="[^"]+"/gu, ''),
      /another request/u,
    ],
    'confirms another request': [
      (xml) => xml.replace(/(ConfirmationData InResponseTo=)"[^"]+"/u, '$1"_other"'),
      /this request/u,
    ],
    'is confirmed otherwise': [
      (xml) => xml.replace('cm:bearer', 'cm:sender-vouches'),
      /this request/u,
    ],
    'has two people': [
      (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/u, (name) => name + name),
      /one NameID/u,
    ],
    'has a condition that nobody knows': [
      (xml) => xml.replace('</saml:Conditions>', '<saml:Condition/></saml:Conditions>'),
      /condition/u,
    ],
    'is about nobody': [
      (xml) =>
        xml.replace(/<saml:Subject>.*<\/saml:Subject>|<saml:Subject .*<\/saml:Subject>/u, ''),
      /./u,
    ],
    'is encrypted': [
      (xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/u, '<saml:EncryptedAssertion/>'),
      /encrypted/u,
    ],
  }
  for (const [name, [change, description]] of Object.entries(cases)) {
    test(name, async () => {
      const signedElements = name === 'is encrypted' ? (['Response'] as const) : undefined
      const form = await signedResponse({
        change,
        ...(signedElements ? { signedElements } : {}),
      })
      await expectRefusedSignIn(() => postToServer(form), invalid, description)
    })
  }

  test('reports a failure', async () => {
    const form = await signedResponse({
      change: (xml) => xml.replace('status:Success', 'status:Responder'),
    })
    await expectRefusedSignIn(() => postToServer(form), 'provider_refused')
  })

  test('has no permanent id of the user', async () => {
    const change = (xml: string) =>
      xml.replace('1.1:nameid-format:emailAddress', '2.0:nameid-format:transient')
    const form = await signedResponse({ change })
    await expectRefusedSignIn(() => postToServer(form), 'saml_assertion_no_user_id')
  })

  test('has an address that changes in lower case', async () => {
    const change = (xml: string) =>
      xml.replaceAll(/[\w-]+@acme\.example/gu, '\u212aay@acme.example')
    const form = await signedResponse({ change })
    await expectRefusedSignIn(() => postToServer(form), 'saml_assertion_no_email')
  })

  test('has no address', async () => {
    const change = (xml: string) =>
      xml
        .replace('1.1:nameid-format:emailAddress', '2.0:nameid-format:persistent')
        .replace(/<saml:AttributeStatement.*<\/saml:AttributeStatement>/u, '')
    const form = await signedResponse({ change })
    await expectRefusedSignIn(() => postToServer(form), 'saml_assertion_no_email')
  })
})

suite('a SAML response is accepted', () => {
  // @covers sign-in.saml-once
  test('once', async () => {
    const form = await signedResponse({})
    await codeFrom(postToServer(form))
    await expectRefusedSignIn(() => postToServer(form), 'bad_oauth_state')
  })

  // @covers sign-in.saml-once
  test('once, even if it arrives many times at once', async () => {
    const form = await signedResponse({})
    const replies = await Promise.all(Array.from({ length: 6 }, () => postToServer(form)))
    const codes = replies.filter(({ headers }) => /[?&]code=/u.test(headers.location ?? ''))
    if (codes.length !== 1) throw new Error(`${codes.length} of 6 were taken.`)
  })

  // @covers sign-in.saml-own-request
  test('only for its own request', async () => {
    const [own, other] = [await signedResponse({}), await signedResponse({})]
    await codeFrom(postToServer(own))
    const swapped = { ...other, SAMLResponse: own.SAMLResponse }
    await expectRefusedSignIn(() => postToServer(swapped), invalid, /another request/u)
  })

  test('never again for a request with a wrong response', async () => {
    const form = await signedResponse({})
    await expectRefusedSignIn(
      () => postToServer({ ...form, SAMLResponse: encode('<no/>') }),
      invalid,
    )
    await expectRefusedSignIn(() => postToServer(form), 'bad_oauth_state')
  })

  // @covers sign-in.saml-other-company
  test('only from the company of the request', async () => {
    const employee = { email: 'chief@acme.example', attributes: { address: 'chief@acme.example' } }
    const form = await signInAt(borealis, await beginSignIn('acme.example'), employee)
    await expectRefusedSignIn(() => postToServer(form), invalid, /signature|different issuer/u)
  })

  test('for ten minutes', async () => {
    const form = await signedResponse({})
    await query(
      "update private.outside_visits set created_at = now() - interval '601 seconds' where state_hash = $1",
      [hashOf(form.RelayState)],
    )
    await expectRefusedSignIn(() => postToServer(form), 'bad_oauth_state')
  })

  test('only in the browser of the request', async () => {
    const [own, other] = [await signedResponse({}), await signedResponse({})]
    await expectRefusedSignIn(
      () => postToServer({ ...own, cookie: other.cookie }),
      'bad_oauth_state',
      /browser/u,
    )
    await expectRefusedSignIn(
      () => postToServer({ ...other, cookie: '' }),
      'bad_oauth_state',
      /browser/u,
    )
  })

  test('only after a request', async () => {
    const form = await signedResponse({})
    const longRelayState = `https://evil.example/${'x'.repeat(2000)}`
    for (const RelayState of [longRelayState, randomUUID(), "' or true --", '\u0000', '']) {
      await expectRefusedSignIn(() => postToServer({ ...form, RelayState }), 'bad_oauth_state')
    }
    await codeFrom(postToServer(form))
  })
})
