import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { suite, test } from 'node:test'
import {
  sendRequest,
  headersWithToken,
  serviceHeaders,
  refusalIn,
  rowsIn,
} from '../support/http-request.ts'
import { idOf } from '../support/clients.ts'
import { insertSession } from '../support/database.ts'
import { secrets } from '../support/target.ts'
import {
  claimsOf,
  now,
  publicKeyAsSecret,
  sharedSecretToken,
  signingKeyToken,
  signWith,
  tokenFor,
  unsigned,
} from '../support/tokens.ts'

const own = '/rest/v1/notification_settings?select=user_id'
const facility = idOf('facility')

async function expectRows(headers: Record<string, string>) {
  const reply = await sendRequest(own, { headers })
  assert.equal(reply.status, 200, reply.text)
  return rowsIn(reply)
}

async function expectRefused(token: string, code: string, message: string | RegExp) {
  const reply = await sendRequest(own, { headers: headersWithToken(token) })
  const { code: receivedCode, message: receivedMessage } = refusalIn(reply)
  assert.deepEqual([reply.status, receivedCode], [401, code], receivedMessage)
  if (typeof message === 'string') assert.equal(receivedMessage, message)
  else assert.match(receivedMessage, message)
  assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer/)
}

suite('the legacy keys', () => {
  test('the anon key is a visitor, as key, as token and as both', async () => {
    const { anonKey } = secrets
    const bearer = { authorization: `Bearer ${anonKey}` }
    for (const headers of [{ apikey: anonKey }, bearer, { apikey: anonKey, ...bearer }]) {
      const reply = await sendRequest(own, { headers })
      assert.deepEqual([reply.status, refusalIn(reply).code], [401, '42501'])
    }
  })

  test('the service role key reads everything, as key, as token and as both', async () => {
    const { apikey, authorization } = serviceHeaders
    for (const headers of [{ apikey }, { authorization }, serviceHeaders])
      assert.ok((await expectRows(headers)).length > 10)
  })

  test("a user's token takes precedence over the key", async () => {
    const token = tokenFor(facility)
    for (const apikey of [secrets.anonKey, secrets.serviceRoleKey]) {
      const rows = await expectRows({ apikey, authorization: `Bearer ${token}` })
      assert.deepEqual(rows, [{ user_id: facility }])
    }
  })

  test('a request without credentials is from a visitor', async () => {
    const reply = await sendRequest(own)
    assert.deepEqual([reply.status, refusalIn(reply).code], [401, '42501'])
    assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer/)
  })
})

suite('a valid token', () => {
  const good: [string, string][] = [
    ['signed with the shared secret', tokenFor(facility)],
    ["signed with the server's own key", signingKeyToken(claimsOf(facility))],
    ['that ended within the leeway', tokenFor(facility, { exp: now() - 10 })],
    ['that begins within the leeway', tokenFor(facility, { nbf: now() + 10 })],
    ['issued within the leeway', tokenFor(facility, { iat: now() + 10 })],
    ['for several audiences', tokenFor(facility, { aud: ['other', 'authenticated'] })],
    ['for nobody in particular', tokenFor(facility, { aud: undefined })],
    ['for an empty list of audiences', tokenFor(facility, { aud: [] })],
    ['without an end', tokenFor(facility, { exp: undefined })],
  ]
  for (const [name, token] of good) {
    test(name, async () => {
      assert.deepEqual(await expectRows(headersWithToken(token)), [{ user_id: facility }])
    })
  }

  test('of an existing session', async () => {
    const session_id = await insertSession(facility)
    const rows = await expectRows(headersWithToken(tokenFor(facility, { session_id })))
    assert.deepEqual(rows, [{ user_id: facility }])
  })
})

suite('a token that is refused', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const foreign = { ...other.export({ format: 'jwk' }), kid: secrets.signingKeys[0].kid }
  const claims = claimsOf(facility)
  const [head = '', body = '', signature = ''] = tokenFor(facility).split('.')
  const admin = Buffer.from(JSON.stringify(claimsOf(idOf('admin')))).toString('base64url')
  const noKey = 'No suitable key or wrong key type'
  const bad: [name: string, token: string, code: string, message: string | RegExp][] = [
    ['expired', tokenFor(facility, { exp: now() - 60 }), 'PGRST303', 'JWT expired'],
    ['not yet valid', tokenFor(facility, { nbf: now() + 60 }), 'PGRST303', 'JWT not yet valid'],
    [
      'issued in the future',
      tokenFor(facility, { iat: now() + 60 }),
      'PGRST303',
      'JWT issued at future',
    ],
    [
      'for another audience',
      tokenFor(facility, { aud: 'other' }),
      'PGRST303',
      'JWT not in audience',
    ],
    ['signed with another secret', sharedSecretToken(claims, 'x'.repeat(64)), 'PGRST301', noKey],
    ['signed with another key', signWith(foreign, claims), 'PGRST301', noKey],
    ['with the claims of another', [head, admin, signature].join('.'), 'PGRST301', noKey],
    ['with half a signature', [head, body, signature.slice(0, 20)].join('.'), 'PGRST301', /./],
    ['without a signature', `${head}.${body}.`, 'PGRST301', /./],
    ['of the algorithm none', `${unsigned({ alg: 'none' }, claims)}.`, 'PGRST301', /./],
    ['of the algorithm None', `${unsigned({ alg: 'None' }, claims)}.`, 'PGRST301', /./],
    [
      'of an algorithm nobody knows',
      `${unsigned({ alg: 'XS1' }, claims)}.AAAA`,
      'PGRST301',
      'Wrong or unsupported encoding algorithm',
    ],
    ['of no algorithm', `${unsigned({}, claims)}.AAAA`, 'PGRST301', /./],
    ['of an unknown key', signingKeyToken(claims, { kid: 'other' }), 'PGRST301', noKey],
    [
      'with a key of its own',
      signWith(foreign, claims, { kid: undefined, jwk: foreign }),
      'PGRST301',
      /./,
    ],
    ['the public key as secret', publicKeyAsSecret(claims), 'PGRST301', /./],
    ['of two parts', `${head}.${body}`, 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    ['of one word', 'word', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
    ['that is no base64', 'a.b.c', 'PGRST301', 'JWT cryptographic operation failed'],
    ['that is no JSON', `${Buffer.from('{').toString('base64url')}.e30.AA`, 'PGRST301', /./],
    ...(['exp', 'nbf', 'iat'] as const).map((claim): (typeof bad)[number] => [
      `with words as ${claim}`,
      tokenFor(facility, { [claim]: 'soon' }),
      'PGRST303',
      `The JWT '${claim}' claim must be a number`,
    ]),
    ...[{ any: 'one' }, [7]].map((aud): (typeof bad)[number] => [
      `for ${JSON.stringify(aud)}`,
      tokenFor(facility, { aud }),
      'PGRST303',
      "The JWT 'aud' claim must be a string or an array of strings",
    ]),
    ['with a role that is no text', tokenFor(facility, { role: 7 }), 'PGRST303', /./],
    ['with a session that is not an id', tokenFor(facility, { session_id: 'x' }), 'PGRST303', /./],
  ]
  for (const [name, token, code, message] of bad)
    test(name, () => expectRefused(token, code, message))

  test('missing after Bearer', async () => {
    for (const authorization of ['Bearer', 'bearer ']) {
      const reply = await sendRequest(own, { headers: { authorization } })
      const { code, message } = refusalIn(reply)
      assert.deepEqual([reply.status, code], [401, 'PGRST301'])
      assert.equal(message, 'Empty JWT is sent in Authorization header')
    }
  })

  test('as the apikey, whatever the token', async () => {
    const headers = { ...headersWithToken(tokenFor(facility)), apikey: 'a.b.c' }
    const reply = await sendRequest(own, { headers })
    assert.deepEqual([reply.status, refusalIn(reply).code], [401, 'PGRST301'])
  })

  test('of a missing session', async () => {
    const session_id = crypto.randomUUID()
    const reply = await sendRequest(own, {
      headers: headersWithToken(tokenFor(facility, { session_id })),
    })
    const { code, message } = refusalIn(reply)
    assert.deepEqual([reply.status, code], [401, 'session_not_found'])
    assert.equal(message, 'Your session has ended. Log in again.')
  })
})

suite('a role that was not granted', () => {
  const expectRefusal = async (role: string, status: number, code: string) => {
    const reply = await sendRequest(own, {
      headers: headersWithToken(tokenFor(facility, { role })),
    })
    assert.deepEqual([reply.status, refusalIn(reply).code], [status, code], reply.text)
  }
  for (const role of ['postgres', 'authenticator', 'pg_read_all_data'])
    test(`${role} is refused`, () => expectRefusal(role, 403, '42501'))
  for (const role of ['none', 'nobody', 'anon"; --', 'ANON'])
    test(`${role} does not exist`, () => expectRefusal(role, 401, '22023'))

  test('a user without a profile reads nothing', async () => {
    const token = tokenFor(crypto.randomUUID())
    const reply = await sendRequest('/rest/v1/profiles?select=id', {
      headers: headersWithToken(token),
    })
    assert.deepEqual(rowsIn(reply), [])
  })

  test('the role in user metadata has no effect', async () => {
    const claims = { user_metadata: { role: 'admin' }, app_metadata: { role: 'admin' } }
    const headers = headersWithToken(tokenFor(facility, claims))
    const reply = await sendRequest('/rest/v1/admin_user_list', { headers })
    assert.deepEqual([reply.status, refusalIn(reply).code], [403, '42501'])
  })

  test('a sub that is not an id is refused', async () => {
    const reply = await sendRequest(own, { headers: headersWithToken(tokenFor('me')) })
    assert.ok(reply.status >= 400 && reply.status < 500, reply.text)
  })
})
