// Signs up on a server with AUTO_CONFIRM=on, where a sign-up immediately signs the user in.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { startSmsServer } from '../support/sms-server.ts'

const { countSms } = await startSmsServer({ settings: { SIGNUP: 'open', AUTO_CONFIRM: 'on' } })

const { authCall, jsonIn, expectRefusal, getUser } = await import('../support/auth-call.ts')
const { server } = await import('../support/clients.ts')
const { query } = await import('../support/database.ts')
const { countMails } = await import('../support/mailbox.ts')
const { expectAuthData, claimsIn, expectAuthError, newClient, expectPresent } =
  await import('../support/people.ts')
const { newNumber, password } = await import('../support/phones.ts')

const newAddress = () => `${crypto.randomUUID()}@example.test`

suite('a sign-up with AUTO_CONFIRM', () => {
  // @covers sign-in.at-once
  test('starts a session, through supabase-js, and sends nothing', async () => {
    const email = newAddress()
    const client = newClient()
    const data = { role: 'contractor', full_name: 'Nora New' }
    const signedUp = await expectAuthData(
      client.auth.signUp({ email, password, options: { data } }),
    )
    const { access_token: token } = expectPresent(signedUp.session)
    const user = expectPresent(signedUp.user)
    assert.deepEqual([user.email, user.user_metadata], [email, data])
    assert.ok(user.email_confirmed_at && user.last_sign_in_at)
    assert.equal((await getUser(token)).status, 200)
    const { aal, amr } = claimsIn(token)
    assert.deepEqual([aal, amr.map(({ method }) => method)], ['aal1', ['password']])
    const roles = await query('select role from public.profiles where id = $1', [user.id])
    assert.deepEqual(roles, [{ role: 'contractor' }])
    await expectAuthData(client.auth.refreshSession())
    await expectAuthData(newClient().auth.signInWithPassword({ email, password }))
    assert.equal(await countMails(email, 'confirmation'), 0)
  })

  test('works in the same way with a PKCE challenge', async () => {
    const client = newClient({ flowType: 'pkce' })
    const { session } = await expectAuthData(client.auth.signUp({ email: newAddress(), password }))
    expectPresent(session)
  })

  test('works with a phone number', async () => {
    const phone = newNumber()
    const { session, user } = await expectAuthData(newClient().auth.signUp({ phone, password }))
    expectPresent(session)
    assert.equal(user?.phone, phone)
    assert.ok(user.phone_confirmed_at && !user.email_confirmed_at)
    await expectAuthData(newClient().auth.signInWithPassword({ phone, password }))
    assert.equal(await countSms(phone), 0)
  })

  test('refuses a taken address or number', async () => {
    const [email, phone] = [newAddress(), newNumber()]
    const taken = [
      { email, password },
      { phone, password },
    ]
    for (const signUp of taken) {
      await expectAuthData(newClient().auth.signUp(signUp))
      const { message } = await expectAuthError(
        newClient().auth.signUp({ ...signUp, password: 'another gate' }),
        422,
        'user_already_exists',
      )
      assert.equal(message, 'User already registered')
      await expectAuthData(newClient().auth.signInWithPassword(signUp))
    }
  })

  test('does not replace an invitation', async () => {
    const email = newAddress()
    await expectAuthData(server.auth.admin.inviteUserByEmail(email))
    const reply = await authCall('POST /signup', { body: { email, password } })
    expectRefusal(reply, 422, 'user_already_exists')
  })

  test('creates one account if it comes many times at once', async () => {
    const email = newAddress()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => authCall('POST /signup', { body: { email, password } })),
    )
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other)
    assert.deepEqual(statuses, [200, 422, 422, 422, 422])
    assert.equal((await query('select from auth.users where email = $1', [email])).length, 1)
  })

  test('creates no admins', async () => {
    const signUp = { email: newAddress(), password, data: { role: 'admin' } }
    const body = { ...signUp, app_metadata: { role: 'admin' } }
    assert.equal((await authCall('POST /signup', { body })).status, 200)
    const found = await query(
      `select p.role from auth.users u left join public.profiles p using (id) where u.email = $1`,
      [signUp.email],
    )
    assert.deepEqual(found, [{ role: null }])
  })

  test('accepts an easy password from examples, but no short one', async () => {
    const easyPassword = { email: newAddress(), password: 'password123' }
    expectPresent((await expectAuthData(newClient().auth.signUp(easyPassword))).session)
    await expectAuthData(newClient().auth.signInWithPassword(easyPassword))
    const short = { email: newAddress(), password: 'pass123' }
    expectRefusal(await authCall('POST /signup', { body: short }), 422, 'weak_password')
  })

  test('accepts an easy password only for the sign-up', async () => {
    const client = newClient()
    await expectAuthData(client.auth.signUp({ email: newAddress(), password }))
    await expectAuthError(client.auth.updateUser({ password: 'password123' }), 422, 'weak_password')
    const signedUp = { email: newAddress(), password: 'password123' }
    await expectAuthError(server.auth.admin.createUser(signedUp), 422, 'weak_password')
  })

  test('appears in the settings', async () => {
    const settings = z.looseObject({
      disable_signup: z.literal(false),
      mailer_autoconfirm: z.literal(true),
      phone_autoconfirm: z.literal(true),
    })
    settings.parse(jsonIn(await authCall('GET /settings')))
  })
})
