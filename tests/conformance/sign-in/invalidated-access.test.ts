// Checks that an attacker who lost access cannot use a pending link, code or request.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { enrollAndVerify } from '../support/authenticator.ts'
import { authCall, expectRefusal, sessionIn } from '../support/auth-call.ts'
import { clientFor, untyped } from '../support/clients.ts'
import { countMails, nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  newClient,
  createPasswordUser,
  type PasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'

const verify = (body: object) => authCall('POST /verify', { body })

/** Signs in as a thief with the user's password, and requests a change to an email address of the thief. */
async function requestChangeAsThief(person: PasswordUser) {
  const thiefEmail = `evil-${person.id}@example.test`
  const thief = await signIn(person)
  await expectAuthData(thief.client.auth.updateUser({ email: thiefEmail }))
  return { evil: thiefEmail, thief, mail: await nextMail(thiefEmail, 'email-change') }
}

async function expectInvalid({
  evil: thiefEmail,
  mail,
}: Awaited<ReturnType<typeof requestChangeAsThief>>) {
  const link = { type: 'email_change', token_hash: mail.token }
  expectRefusal(await verify(link), 403, 'otp_expired')
  const code = { type: 'email_change', email: thiefEmail, token: mail.code }
  expectRefusal(await verify(code), 403, 'otp_expired')
}

const reason = 'A thief was here.'

const ends: [name: string, act: (person: PasswordUser) => Promise<unknown>][] = [
  [
    'a new password',
    async (person) => {
      const { client } = await signIn(person)
      await expectAuthData(client.auth.updateUser({ password: 'the other gate, hung anew' }))
    },
  ],
  [
    'a second factor',
    async (person) => {
      await enrollAndVerify((await signIn(person)).client)
    },
  ],
  [
    'a sign-out of the others',
    async (person) => (await signIn(person)).client.auth.signOut({ scope: 'others' }),
  ],
  [
    'a sign-out everywhere',
    async (person) => (await signIn(person)).client.auth.signOut({ scope: 'global' }),
  ],
  [
    'an admin who ends the sessions',
    async ({ id }) =>
      clientFor('admin').rpc('admin_end_sessions', { user_id: id, reason }).throwOnError(),
  ],
  [
    'a ban, also once it is lifted',
    async ({ id: user_id }) => {
      const until = new Date(Date.now() + 60_000).toISOString()
      await clientFor('admin').rpc('admin_ban', { user_id, until, reason }).throwOnError()
      await untyped(clientFor('admin'))
        .rpc('admin_ban', { user_id, until: null, reason })
        .throwOnError()
    },
  ],
  [
    'another role',
    async ({ id: user_id }) => {
      const wish = { user_id, role: 'contractor', reason }
      await clientFor('admin').rpc('admin_set_role', wish).throwOnError()
    },
  ],
]

suite('a requested change of address ends with', () => {
  for (const [name, act] of ends) {
    test(name, async () => {
      const person = await createPasswordUser()
      const wish = await requestChangeAsThief(person)
      await act(person)
      await expectInvalid(wish)
      const repeated = { type: 'email_change', email: person.email }
      assert.equal((await authCall('POST /resend', { body: repeated })).status, 200)
      assert.equal(await countMails(wish.evil, 'email-change'), 1)
    })
  }
})

test('a code from an opened link is invalid after a new password', async () => {
  const person = await createPasswordUser()
  const thief = newClient({ flowType: 'pkce' })
  await expectAuthData(thief.auth.signInWithOtp({ email: person.email }))
  const { link } = await nextMail(person.email, 'magic-link')
  const response = await fetch(expectPresent(link), { redirect: 'manual' })
  const code = new URL(expectPresent(response.headers.get('location'))).searchParams.get('code')
  const { client } = await signIn(person)
  await expectAuthData(client.auth.updateUser({ password: 'the other gate, hung anew' }))
  const { error } = await thief.auth.exchangeCodeForSession(expectPresent(code))
  assert.equal(error?.code, 'flow_state_not_found')
})

test('a change that is in progress when its session ends does not happen', async () => {
  const person = await createPasswordUser()
  const thief = await signIn(person)
  const owner = await signIn(person)
  const password = 'the thief has a new one'
  const [change, out] = await Promise.all([
    authCall('PUT /user', { token: thief.session.access_token, body: { password } }),
    owner.client.auth.signOut({ scope: 'others' }),
  ])
  assert.equal(out.error, null)
  expectRefusal(change, 403, 'session_not_found')
  sessionIn(
    await authCall('POST /token?grant_type=password', {
      body: { email: person.email, password: person.password },
    }),
  )
})

test('a refused weak password does not use up the code that came with it', async () => {
  const person = await createPasswordUser()
  const { client, session } = await signIn(person)
  await expectAuthData(client.auth.reauthenticate())
  const { code: nonce } = await nextMail(person.email, 'reauthentication')
  const token = session.access_token
  const weak = { password: 'short', nonce }
  expectRefusal(await authCall('PUT /user', { token, body: weak }), 422, 'weak_password')
  const good = { password: 'the other gate, hung anew', nonce }
  assert.equal((await authCall('PUT /user', { token, body: good })).status, 200)
})
