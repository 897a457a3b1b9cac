// The function create-user has to check the caller's role, because its service role key bypasses row security.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { clientFor, clientOfUser, idOf, server } from '../support/clients.ts'
import { insertUser, insertSession, query } from '../support/database.ts'
import { only, rowOf, rowsOf } from '../support/expect.ts'
import {
  newAddress,
  adminToken,
  countUsers,
  createdResponse,
  createAccount,
  password,
  callForRefusal,
  callCreateUser,
  type NewUserRequest,
  newUserFields,
} from '../support/new-user.ts'
import { nextMail } from '../support/mailbox.ts'
import { newClient, signIn } from '../support/people.ts'
import { secrets } from '../support/target.ts'
import { now, sharedSecretToken, tokenFor } from '../support/tokens.ts'

suite('an admin', () => {
  for (const role of ['facility', 'contractor', 'consultant', 'admin']) {
    // @covers 7.create-user 6.admin.creates-users
    test(`creates a ${role}, who can sign in and work at once`, async () => {
      const requestFields = newUserFields({ role })
      const user = await createAccount(requestFields)
      const { email, full_name, company_name } = requestFields
      const { created_at: at, ...fields } = user
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
      assert.deepEqual(fields, { id: user.id, email, role, full_name, company_name })
      const { session } = await signIn({ id: user.id, email, password })
      assert.equal(session.user.app_metadata['role'], role)
      const call = clientOfUser(user.id)
        .from('profiles')
        .select('role, username, full_name, company_name')
      assert.deepEqual(await rowOf(call.eq('id', user.id).single()), {
        role,
        username: 'ada-m-gate',
        full_name,
        company_name,
      })
    })
  }

  test('creates an account through supabase-js', async () => {
    const result: { data: unknown; error: unknown } = await clientFor('admin').functions.invoke(
      'create-user',
      {
        body: newUserFields(),
      },
    )
    assert.equal(result.error, null)
    createdResponse.parse(result.data)
  })

  // @covers 7.create-user
  test('stores services in the profile, and the rest where only the server writes', async () => {
    const services = [' HVAC ', '', 'Boilers']
    const more = { services, business_type: 'LLC', expertise: ['Steam'], role: 'consultant' }
    const { id } = await createAccount(newUserFields(more))
    const call = server.from('profiles').select('services').eq('id', id).single()
    assert.deepEqual(await rowOf(call), { services: ['HVAC', 'Boilers'] })
    const [row] = await query('select raw_app_meta_data as given from auth.users where id = $1', [
      id,
    ])
    assert.deepEqual(z.looseObject({ given: z.looseObject({}) }).parse(row).given, {
      role: 'consultant',
      business_type: 'LLC',
      expertise: ['Steam'],
      created_by: idOf('admin'),
      provider: 'email',
      providers: ['email'],
    })
  })

  test('appears in the audit log', async () => {
    const { id } = await createAccount(newUserFields({ role: 'facility' }))
    const log = clientFor('admin').rpc('admin_audit_log').select('actor_id, action, details')
    assert.deepEqual(only(await rowsOf(log.eq('subject', id))), {
      actor_id: idOf('admin'),
      action: 'create_user',
      details: { role: 'facility' },
    })
  })

  test('needs no optional fields', async () => {
    const { business_type: _a, services: _b, expertise: _c, ...least } = newUserFields()
    await createAccount(least)
  })

  test('may use names in any script, and an address in capitals', async () => {
    const requestFields = newUserFields({
      full_name: '李 雷 🔧',
      email: newAddress().toUpperCase(),
    })
    assert.equal((await createAccount(requestFields)).email, requestFields.email.toLowerCase())
  })

  // @covers 7.create-user.invite
  test('invites a user, who chooses a password with the link and signs in', async () => {
    const { password: _, ...fields } = newUserFields({ invite: true, role: 'facility' })
    const { id, email } = await createAccount(fields)
    const first = await nextMail(email, 'invite')
    assert.equal((await createAccount(fields)).id, id)
    const { token } = await nextMail(email, 'invite')
    assert.equal(
      (await newClient().auth.verifyOtp({ token_hash: first.token, type: 'invite' })).error?.status,
      403,
    )
    const client = newClient()
    const { data, error } = await client.auth.verifyOtp({ token_hash: token, type: 'invite' })
    assert.equal(error, null)
    assert.equal(data.user?.app_metadata['role'], 'facility')
    assert.equal((await client.auth.updateUser({ password })).error, null)
    await signIn({ id, email, password })
    const [status] = await callForRefusal({ token: adminToken(), body: fields })
    assert.equal(status, 409)
  })

  test('invites nobody again with another role', async () => {
    const { password: _, ...fields } = newUserFields({ invite: true })
    await createAccount(fields)
    const body = { ...fields, role: 'admin' }
    const [status, message] = await callForRefusal({ token: adminToken(), body })
    assert.deepEqual([status, /already been registered/.test(String(message))], [409, true])
  })

  // @covers 7.create-user.invite
  test('a user whose invitation has expired gets another link by asking for a new password', async () => {
    const { password: _, ...fields } = newUserFields({ invite: true })
    const { id, email } = await createAccount(fields)
    const client = newClient()
    await client.auth.resetPasswordForEmail(email)
    const { token } = await nextMail(email, 'recovery')
    assert.equal((await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })).error, null)
    assert.equal((await client.auth.updateUser({ password })).error, null)
    await signIn({ id, email, password })
  })

  // @covers operations.account-once
  test('creates one account if the form is sent twice at once', async () => {
    const body = newUserFields()
    const results = await Promise.all(
      [1, 2, 3].map(() => callCreateUser({ token: adminToken(), body })),
    )
    assert.deepEqual(results.map(({ status }) => `${status}`).toSorted(), ['200', '409', '409'])
    assert.equal(await countUsers(body.email), 1)
  })

  test('gets an error if the address already has an account', async () => {
    const body = newUserFields()
    await createAccount(body)
    const duplicate = { ...body, email: body.email.toUpperCase() }
    const [status, message] = await callForRefusal({ token: adminToken(), body: duplicate })
    assert.equal(status, 409)
    assert.match(String(message), /already been registered/)
  })
})

suite('nobody else can create accounts', () => {
  const notAdmin = [403, 'User not allowed']
  const notSignedIn = [401, 'Not authenticated']
  const callers: [
    name: string,
    sent: () => NewUserRequest | Promise<NewUserRequest>,
    answer: unknown[],
  ][] = [
    // @covers 5.add-user.admin-only 8.add-user.not-authenticated 7.create-user.token
    ['a visitor', () => ({}), notSignedIn],
    ['the anon key', () => ({ token: secrets.anonKey }), notSignedIn],
    ['a request without a key', () => ({ apikey: '' }), notSignedIn],
    // @covers 5.add-user.admin-only 8.add-user.not-allowed 7.create-user.token
    ['a facility', () => ({ token: tokenFor(idOf('facility')) }), notAdmin],
    // @covers 5.add-user.admin-only 8.add-user.not-allowed
    ['a contractor', () => ({ token: tokenFor(idOf('contractor')) }), notAdmin],
    // @covers 5.add-user.admin-only 8.add-user.not-allowed
    ['a consultant', () => ({ token: tokenFor(idOf('consultant')) }), notAdmin],
    ["the server's own key", () => ({ token: secrets.serviceRoleKey }), notAdmin],
    ["the server's own key alone", () => ({ apikey: secrets.serviceRoleKey }), notAdmin],
    [
      "a facility with the server's own key beside it",
      () => ({ apikey: secrets.serviceRoleKey, token: tokenFor(idOf('facility')) }),
      notAdmin,
    ],
    [
      "the server's own role under an admin's name",
      () => ({ token: tokenFor(idOf('admin'), { role: 'service_role' }) }),
      notAdmin,
    ],
    [
      'a person without a role',
      async () => ({ token: tokenFor(await createUserWithoutRole()) }),
      notAdmin,
    ],
    [
      'who claims to be an admin',
      () => ({
        token: tokenFor(idOf('facility'), {
          app_metadata: { role: 'admin' },
          user_metadata: { role: 'admin' },
        }),
      }),
      notAdmin,
    ],
    [
      'an admin whose token is over',
      () => ({ token: tokenFor(idOf('admin'), { exp: now() - 100 }) }),
      notSignedIn,
    ],
    ['an admin whose session has ended', () => createEndedSession(), notSignedIn],
    ['an admin of a forged token', () => forgedToken(), notSignedIn],
    ['an admin who was made something else', () => createDemotedAdmin(), notAdmin],
  ]
  for (const [name, requestFields, answer] of callers) {
    test(name, async () => {
      const body = newUserFields({ role: 'admin' })
      assert.deepEqual(await callForRefusal({ ...(await requestFields()), body }), answer)
      assert.deepEqual(
        await callForRefusal({ ...(await requestFields()), raw: '{' }),
        answer,
        'without a look',
      )
      assert.equal(await countUsers(body.email), 0)
    })
  }

  test('an admin without the required second factor is refused', async () => {
    const body = newUserFields()
    const set = (value: string) =>
      query("update private.settings set value = $1 where name = 'require_admin_mfa'", [value])
    await set('on')
    try {
      assert.deepEqual(
        await callForRefusal({ token: tokenFor(idOf('admin'), { aal: 'aal1' }), body }),
        [403, 'User not allowed: log in with two-factor authentication first.'],
      )
      assert.deepEqual(await callForRefusal({ token: tokenFor(idOf('facility')), body }), notAdmin)
      assert.equal(await countUsers(body.email), 0)
      const token = tokenFor(idOf('admin'), { aal: 'aal2' })
      assert.equal((await callCreateUser({ token, body })).status, 200)
    } finally {
      await set('off')
    }
  })

  async function createEndedSession() {
    const session = await insertSession(idOf('admin'))
    await query('delete from auth.sessions where id = $1', [session])
    return { token: tokenFor(idOf('admin'), { session_id: session }) }
  }

  function forgedToken() {
    const claims = { sub: idOf('admin'), role: 'authenticated' }
    return { token: sharedSecretToken(claims, 'not the secret of this server, but long enough') }
  }

  async function createDemotedAdmin() {
    const id = await insertUser('admin')
    const demotion = { user_id: id, role: 'facility', reason: 'Left the office.' }
    await clientFor('admin').rpc('admin_set_role', demotion).throwOnError()
    return { token: tokenFor(id, { app_metadata: { role: 'admin' } }) }
  }

  async function createUserWithoutRole() {
    const rows = await query(
      'insert into auth.users (id, email) select id, id::text from gen_random_uuid() as id returning id',
    )
    return z.array(z.object({ id: z.string() })).parse(rows)[0]?.id ?? ''
  }
})
