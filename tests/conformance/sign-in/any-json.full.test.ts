// Checks that random JSON bodies cause no internal error in the sign-in routes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { authCall, signInWithPassword, type CallName, sessionIn } from '../support/auth-call.ts'
import { createPasswordUser, signIn } from '../support/people.ts'

const calls = [
  'POST /signup',
  'POST /token?grant_type=password',
  'POST /token?grant_type=refresh_token',
  'POST /token?grant_type=pkce',
  'POST /otp',
  'POST /verify',
  'POST /resend',
  'POST /recover',
  'PUT /user',
] as const

const fields = [
  'email',
  'phone',
  'password',
  'current_password',
  'nonce',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'create_user',
  'data',
  'app_metadata',
  'gotrue_meta_security',
]

const knownTexts = fc.constantFrom(
  'email',
  'signup',
  'recovery',
  's256',
  'a@b.test',
  '',
  '__proto__',
)
const anyText = fc.oneof(knownTexts, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const anyValue = fc.oneof(
  { weight: 2, arbitrary: anyText },
  { weight: 1, arbitrary: fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }) },
)
const someFields = fc.dictionary(fc.constantFrom(...fields), anyValue, { maxKeys: 6 })
const anyBody = fc.oneof(
  { weight: 6, arbitrary: someFields },
  { weight: 1, arbitrary: fc.jsonValue({ noUnicodeString: false }) },
)
const anySearch = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('redirect_to', 'scope', 'type', 'token', 'grant_type'), anyText)
      .map(([name, value]) => new URLSearchParams({ [name]: value.toWellFormed() }).toString()),
  },
)

test('2,000 bodies for nine routes never cause a 5xx', async () => {
  const person = await createPasswordUser()
  const { session } = await signIn(person)
  const property = fc.asyncProperty(
    fc.array(fc.tuple(fc.constantFrom(...calls), anySearch, anyBody), {
      minLength: 20,
      maxLength: 20,
    }),
    async (requests) => {
      const replies = await Promise.all(
        requests.map(([call, search, body]) => {
          const name: CallName = `${call}${call.includes('?') ? '&' : '?'}${search}`
          return authCall(name, { token: session.access_token, body })
        }),
      )
      for (const { status, text } of replies) assert.ok(status < 500, `${status} ${text}`)
    },
  )
  await fc.assert(property, { numRuns: 100, endOnFailure: true })
  sessionIn(await signInWithPassword(await createPasswordUser()))
})
