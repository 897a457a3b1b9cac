// Checks invitations, and links that apps send in their own emails.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest } from '../support/http-request.ts'
import { authCall, expectRefusal, sessionIn } from '../support/auth-call.ts'
import { newAddress, admin, callAsServiceRole, password } from '../support/admin-api.ts'
import { countMails, nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { target } from '../support/target.ts'

const verify = (body: unknown) => authCall('POST /verify', { body })
suite('an invitation', () => {
  test('comes by email, signs the user in and asks for a password', async () => {
    const email = newAddress()
    const data = { full_name: 'Ada Gate' }
    const { user } = await expectAuthData(admin.inviteUserByEmail(email, { data }))
    assert.deepEqual([user?.email, user?.user_metadata], [email, data])
    assert.ok(user?.invited_at && !user.email_confirmed_at)
    const mail = await nextMail(email, 'invite')
    const client = newClient()
    await expectAuthData(client.auth.verifyOtp({ token_hash: mail.token, type: 'invite' }))
    await expectAuthData(client.auth.updateUser({ password }))
    await signIn({ id: expectPresent(user).id, email, password })
  })

  test('redirects to its target, if that is allowed', async () => {
    const email = newAddress()
    await expectAuthData(admin.inviteUserByEmail(email, { redirectTo: `${target.url}/welcome` }))
    const { link } = await nextMail(email, 'invite')
    assert.equal(link?.searchParams.get('redirect_to'), `${target.url}/welcome`)
    const other = newAddress()
    await expectAuthData(admin.inviteUserByEmail(other, { redirectTo: 'https://evil.example/' }))
    const { link: safe } = await nextMail(other, 'invite')
    assert.equal(safe?.searchParams.get('redirect_to'), `${target.url}/`)
  })

  test('can be sent again, and removes an earlier password', async () => {
    const email = newAddress()
    await expectAuthData(admin.createUser({ email, password }))
    const { user } = await expectAuthData(admin.inviteUserByEmail(email, { data: { hue: 'red' } }))
    assert.equal(user?.user_metadata['hue'], 'red')
    const { token } = await nextMail(email, 'invite')
    await expectAuthData(newClient().auth.verifyOtp({ token_hash: token, type: 'invite' }))
    const old = newClient().auth.signInWithPassword({ email, password })
    await expectAuthError(old, 400, 'invalid_credentials')
  })

  test('is refused for confirmed accounts', async () => {
    const { email } = await createPasswordUser()
    await expectAuthError(admin.inviteUserByEmail(email), 422, 'email_exists')
    assert.equal(await countMails(email, 'invite'), 0)
  })

  test('with an invalid body is refused', async () => {
    for (const body of [{}, { email: 'x' }, { email: newAddress(), data: [] }, { who: 'x' }, []])
      expectRefusal(await callAsServiceRole('POST /invite', body), 400, 'validation_failed')
  })
})

suite('a link', () => {
  test('to sign up creates an account with this password', async () => {
    const email = newAddress()
    const request = { type: 'signup', email, password, options: { data: { hue: 'red' } } } as const
    const { user, properties } = await expectAuthData(admin.generateLink(request))
    assert.equal(user?.user_metadata['hue'], 'red')
    assert.equal(properties?.verification_type, 'signup')
    await expectAuthData(
      newClient().auth.verifyOtp({ token_hash: tokenHashOf(properties), type: 'signup' }),
    )
    await signIn({ id: '', email, password })
    assert.equal(await countMails(email, 'confirmation'), 0)
  })

  test('to sign up again replaces the password', async () => {
    const email = newAddress()
    await expectAuthData(admin.createUser({ email, password: 'the first of passwords' }))
    const { properties } = await expectAuthData(
      admin.generateLink({ type: 'signup', email, password }),
    )
    sessionIn(await verify({ type: 'signup', token_hash: tokenHashOf(properties) }))
    await signIn({ id: '', email, password })
  })

  test('of an invitation creates an account, and sends nothing', async () => {
    const email = newAddress()
    const { properties } = await expectAuthData(admin.generateLink({ type: 'invite', email }))
    sessionIn(await verify({ type: 'invite', email, token: properties?.email_otp }))
    assert.equal(await countMails(email, 'invite'), 0)
  })

  test('signs in by its link, its code or its address, once', async () => {
    const { email } = await createPasswordUser()
    const request = { type: 'magiclink', email } as const
    const first = expectPresent((await expectAuthData(admin.generateLink(request))).properties)
    sessionIn(await verify({ type: 'magiclink', token_hash: first.hashed_token }))
    expectRefusal(
      await verify({ type: 'magiclink', email, token: first.email_otp }),
      403,
      'otp_expired',
    )
    const second = expectPresent((await expectAuthData(admin.generateLink(request))).properties)
    sessionIn(await verify({ type: 'magiclink', email, token: second.email_otp }))
    const third = expectPresent((await expectAuthData(admin.generateLink(request))).properties)
    const { pathname, search } = new URL(third.action_link)
    const { status, headers } = await sendRequest(`${pathname}${search}`)
    assert.equal(status, 303)
    assert.match(headers.location ?? '', /#access_token=.+&type=magiclink/)
  })

  test('to sign in creates a missing account', async () => {
    const email = newAddress()
    const { properties } = await expectAuthData(admin.generateLink({ type: 'magiclink', email }))
    assert.equal(properties?.verification_type, 'signup')
    sessionIn(await verify({ type: 'signup', token_hash: tokenHashOf(properties) }))
  })

  test('for a new password signs in', async () => {
    const { email } = await createPasswordUser()
    const redirectTo = `${target.url}/reset-password`
    const request = { type: 'recovery', email, options: { redirectTo } } as const
    const { properties } = await expectAuthData(admin.generateLink(request))
    assert.equal(properties?.redirect_to, redirectTo)
    const link = new URL(properties.action_link)
    assert.equal(link.searchParams.get('redirect_to'), redirectTo)
    sessionIn(await verify({ type: 'recovery', token_hash: tokenHashOf(properties) }))
  })

  test('never redirects to a target that is not allowed', async () => {
    const { email } = await createPasswordUser()
    const options = { redirectTo: 'https://evil.example/' }
    const { properties } = await expectAuthData(
      admin.generateLink({ type: 'recovery', email, options }),
    )
    assert.equal(properties?.redirect_to, `${target.url}/`)
  })

  test('to change the address moves the account', async () => {
    const person = await createPasswordUser()
    const newEmail = newAddress()
    const request = { type: 'email_change_new', email: person.email, newEmail } as const
    const { user, properties } = await expectAuthData(admin.generateLink(request))
    assert.deepEqual([user?.email, user?.new_email], [person.email, newEmail])
    assert.equal(properties?.verification_type, 'email_change_new')
    sessionIn(await verify({ type: 'email_change', token_hash: tokenHashOf(properties) }))
    await signIn({ ...person, email: newEmail })
    const taken = {
      ...request,
      email: newEmail,
      newEmail: (await createPasswordUser()).email,
    } as const
    await expectAuthError(admin.generateLink(taken), 422, 'email_exists')
  })

  test('replaces the earlier one', async () => {
    const { email } = await createPasswordUser()
    const request = { type: 'recovery', email } as const
    const first = expectPresent((await expectAuthData(admin.generateLink(request))).properties)
    await expectAuthData(admin.generateLink(request))
    const late = await verify({ type: 'recovery', token_hash: first.hashed_token })
    expectRefusal(late, 403, 'otp_expired')
  })

  const wrong: [name: string, body: object, status: number, code: string][] = [
    ['of no kind', {}, 400, 'validation_failed'],
    ['of an unknown kind', { type: 'constructor' }, 400, 'validation_failed'],
    ['by phone', { type: 'phone_change' }, 400, 'validation_failed'],
    ['without an address', { type: 'recovery', email: null }, 400, 'validation_failed'],
    ['to sign up without a password', { type: 'signup' }, 400, 'validation_failed'],
    ['to sign up with a weak one', { type: 'signup', password: 'password' }, 422, 'weak_password'],
    ['to a new password of nobody', { type: 'recovery' }, 404, 'user_not_found'],
    [
      'to a new address of nobody',
      { type: 'email_change_new', new_email: newAddress() },
      404,
      'user_not_found',
    ],
    ['to no new address', { type: 'email_change_new' }, 400, 'validation_failed'],
    [
      'by way of the old address',
      { type: 'email_change_current', new_email: newAddress() },
      400,
      'validation_failed',
    ],
    ['with a word that means nothing', { type: 'invite', role: 'admin' }, 400, 'validation_failed'],
  ]
  for (const [name, body, status, code] of wrong) {
    test(`${name} is refused`, async () => {
      const sent = { email: newAddress(), ...body }
      expectRefusal(await callAsServiceRole('POST /admin/generate_link', sent), status, code)
    })
  }

  test('for a first sign-in is refused for confirmed accounts', async () => {
    const { email } = await createPasswordUser()
    await expectAuthError(
      admin.generateLink({ type: 'signup', email, password }),
      422,
      'email_exists',
    )
    await expectAuthError(admin.generateLink({ type: 'invite', email }), 422, 'email_exists')
  })
})

function tokenHashOf(properties: { hashed_token: string } | null) {
  return expectPresent(properties).hashed_token
}
