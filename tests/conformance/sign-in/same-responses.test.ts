// Checks that no response reveals whether an email address has an account.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Reply } from '../support/http-request.ts'
import { authCall, signInWithPassword, type CallName } from '../support/auth-call.ts'
import { query } from '../support/database.ts'
import { createPasswordUser, signIn } from '../support/people.ts'

const unknown = () => `${crypto.randomUUID()}@example.test`

async function createUnconfirmed() {
  const { id, email } = await createPasswordUser()
  await query('update auth.users set email_confirmed_at = null where id = $1', [id])
  return email
}

async function createBanned() {
  const { id, email } = await createPasswordUser()
  await query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
  return email
}

/** Returns the whole response without the parts that always differ. */
function comparableText({ status, headers, text }: Reply, email: string) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return JSON.stringify({ status, rest, text: text.replaceAll(email, 'EMAIL') })
}

async function expectSameReply(request: (email: string) => Promise<Reply>) {
  const emails = [
    (await createPasswordUser()).email,
    unknown(),
    await createUnconfirmed(),
    await createBanned(),
  ]
  const answers = new Set<string>()
  for (const email of emails) answers.add(comparableText(await request(email), email))
  assert.equal(answers.size, 1, [...answers].join('\n'))
  return [...answers].join('')
}

const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }

suite(
  'the response is the same for a known, an unknown, an unconfirmed and a banned address',
  () => {
    const calls: [CallName, Record<string, unknown>][] = [
      ['POST /token?grant_type=password', { password: 'wrong as it is' }],
      ['POST /token?grant_type=password', {}],
      ['POST /otp', {}],
      ['POST /otp', { create_user: false }],
      ['POST /otp?redirect_to=https%3A%2F%2Felsewhere.example', { ...challenge }],
      ['POST /recover', {}],
      ['POST /recover', { ...challenge }],
      ['POST /resend', { type: 'signup' }],
      ['POST /resend', { type: 'email_change' }],
      ['POST /signup', { password: 'a gate to mend' }],
      ['POST /verify', { type: 'email', token: '123456' }],
      ['POST /verify', { type: 'signup', token: '123456' }],
      ['POST /verify', { type: 'recovery', token: '123456' }],
      ['POST /verify', { type: 'email_change', token: '123456' }],
    ]
    for (const [name, body] of calls) {
      test(`${name} ${JSON.stringify(body)}`, async () => {
        const answer = await expectSameReply((email) =>
          authCall(name, { body: { ...body, email } }),
        )
        assert.doesNotMatch(answer, /"status":5/)
      })
    }

    test('PUT /user with a new address', async () => {
      const { session } = await signIn(await createPasswordUser())
      await expectSameReply(async (email) => {
        const reply = await authCall('PUT /user', {
          token: session.access_token,
          body: { email },
        })
        const text = reply.text.replaceAll(/"(?:updated_at|email_change_sent_at)":"[^"]+",?/g, '')
        const { 'content-length': _length, ...headers } = reply.headers
        return { ...reply, headers, text }
      })
    })
  },
)

suite('the time is the same for a known and an unknown address', () => {
  async function time(email: string) {
    const startMs = performance.now()
    await signInWithPassword({ email, password: 'wrong as it is' })
    return performance.now() - startMs
  }

  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

  test('POST /token with a password always compares a hash', async () => {
    const { email } = await createPasswordUser()
    const [knownMs, unknownMs]: [number[], number[]] = [[], []]
    for (let count = 0; count < 9; count += 1) {
      knownMs.push(await time(email))
      unknownMs.push(await time(unknown()))
    }
    const ratio = median(knownMs) / median(unknownMs)
    // A response without a password comparison would take a tenth of the time.
    assert.ok(ratio > 0.5 && ratio < 2, String(ratio))
  })
})
