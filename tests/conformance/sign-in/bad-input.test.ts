// Checks that invalid sign-in requests get a reason and do not disturb the next valid request.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Reply } from '../support/http-request.ts'
import {
  authCall,
  signInWithPassword,
  type CallName,
  newerVersionHeader,
  refusalOf,
  expectTextCodeRefusal,
  expectRefusal,
  sessionIn,
} from '../support/auth-call.ts'
import {
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'

const person = await createPasswordUser()
const { email, password } = person
const { session } = await signIn(person)
const token = session.access_token

const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }

/** Lists calls of the sign-in API with a body each. The tests below make each body or one field invalid. */
const calls: [CallName, Record<string, unknown>][] = [
  ['POST /token?grant_type=password', { email, password }],
  ['POST /token?grant_type=refresh_token', { refresh_token: session.refresh_token }],
  ['POST /token?grant_type=pkce', { auth_code: 'x', code_verifier: 'x' }],
  ['POST /otp', { email, create_user: true, data: {}, ...challenge }],
  ['POST /verify', { type: 'email', email, token: '123456' }],
  ['POST /verify', { type: 'email', token_hash: 'x' }],
  ['POST /resend', { type: 'signup', email, ...challenge }],
  ['POST /recover', { email, ...challenge }],
  ['PUT /user', { data: { hue: 'red' }, email, nonce: 'x', current_password: 'x', ...challenge }],
]

async function assertHealthy() {
  sessionIn(await signInWithPassword({ email, password }))
}

/** Expects a refusal in the format of the sign-in API, without internal details. */
function expectInvalid(reply: Reply, about = '') {
  assert.ok(reply.status >= 400 && reply.status < 500, `${about} ${reply.status} ${reply.text}`)
  const { msg } = refusalOf(reply)
  assert.doesNotMatch(msg, /select |insert |node_modules|\.ts:|at Object|violates|syntax error/i)
  return reply
}

const ofWrongType = [7, -1, 1e308, true, [], ['x'], {}, { $ne: null }, [[]]]

for (const [name, body] of calls) {
  suite(name, () => {
    for (const field of Object.keys(body)) {
      test(`refuses a ${field} of another type`, async () => {
        for (const value of ofWrongType) {
          if (typeof value === typeof body[field] && !Array.isArray(value)) continue
          if (field === 'data' && !Array.isArray(value)) continue
          expectRefusal(
            await authCall(name, { token, body: { ...body, [field]: value } }),
            400,
            'validation_failed',
          )
        }
      })
    }

    test('refuses a body that is not an object, in both formats', async () => {
      for (const raw of ['[]', '"x"', '7', 'true', `[${JSON.stringify(body)}]`]) {
        expectRefusal(await authCall(name, { token, raw }), 400, 'validation_failed')
        const newerReply = await authCall(name, { token, raw, headers: newerVersionHeader })
        expectTextCodeRefusal(newerReply, 400, 'validation_failed')
      }
    })

    test('refuses a body that is not JSON', async () => {
      const text = JSON.stringify(body)
      for (const raw of [
        '{',
        '{]',
        `${text},`,
        text + text,
        "{'a':1}",
        'a=b',
        'NaN',
        '\u0000',
        '{"a":1,}',
      ])
        expectRefusal(await authCall(name, { token, raw }), 400, 'bad_json')
      const compressed = gzipSync(text)
      expectInvalid(
        await authCall(name, { token, raw: compressed, headers: { 'content-encoding': 'gzip' } }),
      )
      const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
      assert.ok((await authCall(name, { token, raw: invalidUtf8 })).status < 500)
      await assertHealthy()
    })

    test('refuses more than 64 KB', async () => {
      const raw = JSON.stringify({ ...body, more: 'x'.repeat(70_000) })
      expectRefusal(await authCall(name, { token, raw }), 413, 'body_too_large')
      const newerReply = await authCall(name, { token, raw, headers: newerVersionHeader })
      expectTextCodeRefusal(newerReply, 413, 'body_too_large')
      await assertHealthy()
    })

    test('survives deep nesting', async () => {
      const [open, close] = ['['.repeat(30_000), ']'.repeat(30_000)]
      expectInvalid(await authCall(name, { token, raw: open + close }))
      for (const field of Object.keys(body)) {
        const { [field]: _field, ...rest } = body
        const raw = `{"${field}":${open}${close},${JSON.stringify(rest).slice(1)}`
        expectInvalid(await authCall(name, { token, raw: raw.replace(',}', '}') }), field)
      }
      const objects = `{"x":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`
      assert.ok((await authCall(name, { token, raw: objects })).status < 500)
      await assertHealthy()
    })

    test('refuses an empty body with a message', async () => {
      if (name === 'PUT /user') return
      for (const raw of ['', '{}', 'null']) expectInvalid(await authCall(name, { token, raw }), raw)
    })

    test('refuses characters that cannot be stored, in every field', async () => {
      for (const field of Object.keys(body)) {
        if (typeof body[field] !== 'string') continue
        for (const bad of [
          '\u0000',
          'a\u0000b',
          '\ud800',
          'x\udc00',
          "'; drop table auth.users; --",
        ]) {
          const reply = await authCall(name, { token, body: { ...body, [field]: bad } })
          assert.ok(reply.status < 500, `${field} ${reply.text}`)
        }
      }
      await assertHealthy()
    })

    test('ignores names that JavaScript reserves', async () => {
      const raw = `{"__proto__":{"email":"x@y.test","isAdmin":true},"constructor":1,"toString":2}`
      const reply = await authCall(name, { token, raw })
      assert.ok(reply.status < 500, reply.text)
      await assertHealthy()
    })
  })
}

suite('an address', () => {
  const bad = [
    'x',
    '@',
    'a@',
    '@b.test',
    'a b@c.test',
    'a@b@c.test',
    'a@b.test\u0000',
    'a@b.test\r\nBcc: x@evil.example',
    'a@b.test, c@d.test',
    'a@b.test;c@d.test',
    '"a@b.test" <c@d.test>',
    `a'@b.test' or 1=1`,
    'a@b..test',
    '\ud800@b.test',
    `${'a'.repeat(10_000)}@b.test`,
    `a@${'b.'.repeat(5000)}test`,
    ' ',
  ]
  for (const name of ['POST /otp', 'POST /recover', 'POST /resend', 'PUT /user'] as const) {
    test(`that is invalid is refused by ${name}`, async () => {
      for (const address of bad) {
        const body = { email: address, type: 'signup' }
        expectRefusal(await authCall(name, { token, body }), 400, 'validation_failed')
      }
    })
  }

  test('that is invalid matches no account at a sign-in', async () => {
    for (const address of bad) {
      const reply = expectInvalid(await signInWithPassword({ email: address, password }))
      assert.equal(reply.status, 400)
    }
    await expectAuthError(
      newClient().auth.signInWithPassword({ email: 'a\u0000b', password }),
      400,
      'invalid_credentials',
    )
  })
})

suite('user metadata', () => {
  const bad: [string, unknown][] = [
    ['a list', []],
    ['a text', 'x'],
    ['a NUL', { a: 'b\u0000' }],
    ['a NUL as a name', { '\u0000': 1 }],
    ['half a character', { a: '\ud800' }],
    ['more than 4 KB', { a: 'x'.repeat(4100) }],
    [
      'a thousand names',
      Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`n${at}`, at])),
    ],
  ]
  for (const [name, data] of bad) {
    test(`is refused: ${name}`, async () => {
      expectRefusal(
        await authCall('PUT /user', { token, body: { data } }),
        400,
        'validation_failed',
      )
      await assertHealthy()
    })
  }

  test('is refused if it is nested too deep', async () => {
    const [open, close] = ['['.repeat(30_000), ']'.repeat(30_000)]
    const [opening, closing] = ['{"a":'.repeat(9000), '}'.repeat(9000)]
    for (const data of [`{"a":${open}${close}}`, `${opening}1${closing}`])
      expectRefusal(
        await authCall('PUT /user', { token, raw: `{"data":${data}}` }),
        400,
        'validation_failed',
      )
    await assertHealthy()
  })

  test('can be anything else', async () => {
    const data = { text: `'"\\<>&\u202e😀`, deep: { a: [{ b: null }] }, n: 1.5, constructor: 1 }
    const { data: changed } = await (await signIn(person)).client.auth.updateUser({ data })
    const { user_metadata: stored } = expectPresent(changed.user)
    assert.deepEqual([stored['text'], stored['deep'], stored['n']], [data.text, data.deep, data.n])
  })
})

suite('a grant', () => {
  test('that is invalid is refused', async () => {
    const bad = ['', '?grant_type=', '?grant_type=client_credentials', '?grant_type=constructor']
    for (const search of [...bad, '?grant_type=__proto__', '?grant_type=%00'])
      expectRefusal(
        await authCall(`POST /token${search}`, { body: {} }),
        400,
        'invalid_credentials',
      )
    const twice = '?grant_type=password&grant_type=pkce'
    expectInvalid(await authCall(`POST /token${twice}`, { body: { email, password } }))
  })
})
