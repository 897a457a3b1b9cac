// Signs up on a server with AUTO_CONFIRM=on. It confirms no addresses, so a sign-up immediately signs the user in.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { smsServer } from '../support/sms-server.ts'

const { countTo } = await smsServer({ settings: { SIGNUP: 'open', AUTO_CONFIRM: 'on' } })

const { authCall, jsonIn, refusedWith, userOf } = await import('../support/auth-call.ts')
const { server } = await import('../support/clients.ts')
const { query } = await import('../support/database.ts')
const { countMails } = await import('../support/mailbox.ts')
const { allowed, claimsIn, declined, newClient, present } = await import('../support/people.ts')
const { newNumber, password } = await import('../support/phones.ts')

const newAddress = () => `${crypto.randomUUID()}@example.test`

suite('a sign-up with AUTO_CONFIRM', () => {
  // @covers sign-in.at-once
  test('starts a session, through supabase-js, and sends nothing', async () => {
    const email = newAddress()
    const client = newClient()
    const data = { role: 'contractor', full_name: 'Nora New' }
    const made = await allowed(client.auth.signUp({ email, password, options: { data } }))
    const { access_token: token } = present(made.session)
    const user = present(made.user)
    assert.deepEqual([user.email, user.user_metadata], [email, data])
    assert.ok(user.email_confirmed_at && user.last_sign_in_at)
    assert.equal((await userOf(token)).status, 200)
    const { aal, amr } = claimsIn(token)
    assert.deepEqual([aal, amr.map(({ method }) => method)], ['aal1', ['password']])
    const roles = await query('select role from public.profiles where id = $1', [user.id])
    assert.deepEqual(roles, [{ role: 'contractor' }])
    await allowed(client.auth.refreshSession())
    await allowed(newClient().auth.signInWithPassword({ email, password }))
    assert.equal(await countMails(email, 'confirmation'), 0)
  })

  test('works in the same way with a PKCE challenge', async () => {
    const client = newClient({ flowType: 'pkce' })
    const { session } = await allowed(client.auth.signUp({ email: newAddress(), password }))
    present(session)
  })

  test('works with a phone number', async () => {
    const phone = newNumber()
    const { session, user } = await allowed(newClient().auth.signUp({ phone, password }))
    present(session)
    assert.equal(user?.phone, phone)
    assert.ok(user.phone_confirmed_at && !user.email_confirmed_at)
    await allowed(newClient().auth.signInWithPassword({ phone, password }))
    assert.equal(await countTo(phone), 0)
  })

  test('refuses a taken address or number', async () => {
    const [email, phone] = [newAddress(), newNumber()]
    const again = [
      { email, password },
      { phone, password },
    ]
    for (const wanted of again) {
      await allowed(newClient().auth.signUp(wanted))
      const { message } = await declined(
        newClient().auth.signUp({ ...wanted, password: 'another gate' }),
        422,
        'user_already_exists',
      )
      assert.equal(message, 'User already registered')
      await allowed(newClient().auth.signInWithPassword(wanted))
    }
  })

  test('does not replace an invitation', async () => {
    const email = newAddress()
    await allowed(server.auth.admin.inviteUserByEmail(email))
    const reply = await authCall('POST /signup', { body: { email, password } })
    refusedWith(reply, 422, 'user_already_exists')
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
    const wanted = { email: newAddress(), password, data: { role: 'admin' } }
    const body = { ...wanted, app_metadata: { role: 'admin' } }
    assert.equal((await authCall('POST /signup', { body })).status, 200)
    const found = await query(
      `select p.role from auth.users u left join public.profiles p using (id) where u.email = $1`,
      [wanted.email],
    )
    assert.deepEqual(found, [{ role: null }])
  })

  test('accepts an easy password from examples, but no short one', async () => {
    const easy = { email: newAddress(), password: 'password123' }
    present((await allowed(newClient().auth.signUp(easy))).session)
    await allowed(newClient().auth.signInWithPassword(easy))
    const short = { email: newAddress(), password: 'pass123' }
    refusedWith(await authCall('POST /signup', { body: short }), 422, 'weak_password')
  })

  test('accepts an easy password only for the sign-up', async () => {
    const client = newClient()
    await allowed(client.auth.signUp({ email: newAddress(), password }))
    await declined(client.auth.updateUser({ password: 'password123' }), 422, 'weak_password')
    const made = { email: newAddress(), password: 'password123' }
    await declined(server.auth.admin.createUser(made), 422, 'weak_password')
  })

  test('appears in the settings', async () => {
    const told = z.looseObject({
      disable_signup: z.literal(false),
      mailer_autoconfirm: z.literal(true),
      phone_autoconfirm: z.literal(true),
    })
    told.parse(jsonIn(await authCall('GET /settings')))
  })
})
