// Creates, lists and reads accounts by the admin API, which only the service role key may use.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { sendRequest } from '../support/http-request.ts'
import { authCall, type CallName, expectRefusal } from '../support/auth-call.ts'
import { idOf } from '../support/clients.ts'
import { query } from '../support/database.ts'
import {
  newAddress,
  admin,
  callAsServiceRole,
  auditEntriesOf,
  createUser,
  password,
} from '../support/admin-api.ts'
import { countMails } from '../support/mailbox.ts'
import {
  expectAuthData,
  expectAuthError,
  newClient,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { secrets } from '../support/target.ts'
import { tokenFor } from '../support/tokens.ts'

suite('with any key except the service role key', () => {
  const calls: CallName[] = [
    'POST /admin/users',
    'GET /admin/users',
    `GET /admin/users/${randomUUID()}`,
    `PUT /admin/users/${randomUUID()}`,
    `DELETE /admin/users/${randomUUID()}`,
    'POST /invite',
    'POST /admin/generate_link',
    `GET /admin/users/${randomUUID()}/factors`,
    `DELETE /admin/users/${randomUUID()}/factors/${randomUUID()}`,
  ]
  for (const name of calls) {
    test(`nobody may ${name.replaceAll(/[0-9a-f-]{36}/g, ':id')}`, async () => {
      const body = { email: newAddress(), password }
      for (const token of [secrets.anonKey, tokenFor(idOf('admin')), tokenFor(idOf('facility'))])
        expectRefusal(await authCall(name, { token, body }), 403, 'not_admin')
      expectRefusal(await authCall(name, { token: 'x.y.z', body }), 403, 'bad_jwt')
      const [method = '', path = ''] = name.split(' ')
      expectRefusal(await sendRequest(`/auth/v1${path}`, { method }), 401, 'no_authorization')
    })
  }
})

suite('a new user', () => {
  test('has all the given fields, and signs in', async () => {
    const id = randomUUID()
    const [user_metadata, app_metadata] = [{ full_name: 'Ada Gate' }, { role: 'facility', hue: 1 }]
    const user = await createUser({ id, user_metadata, app_metadata })
    assert.deepEqual([user.id, user.role, user.aud], [id, 'authenticated', 'authenticated'])
    assert.deepEqual(user.user_metadata, user_metadata)
    assert.deepEqual(user.app_metadata, {
      ...app_metadata,
      provider: 'email',
      providers: ['email'],
    })
    assert.ok(user.email_confirmed_at && user.identities?.[0]?.provider === 'email')
    await signIn({ id, email: expectPresent(user.email), password })
    assert.deepEqual(await auditEntriesOf(id, 'user_created'), [{ who: user.email }])
  })

  test('without a confirmation cannot sign in yet, and gets no email', async () => {
    const { email } = await createUser({ email_confirm: false })
    const call = newClient().auth.signInWithPassword({ email: expectPresent(email), password })
    await expectAuthError(call, 400, 'email_not_confirmed')
    assert.equal(await countMails(expectPresent(email), 'confirmation'), 0)
  })

  test('may have a bcrypt hash, and no other hash', async () => {
    const [row] = await query("select extensions.crypt($1, extensions.gen_salt('bf', 6)) as hash", [
      password,
    ])
    const { hash } = z.object({ hash: z.string() }).parse(row)
    const email = newAddress()
    await expectAuthData(admin.createUser({ email, password_hash: hash, email_confirm: true }))
    await signIn({ id: '', email, password })
    const others = ['$argon2id$v=19$m=65536', 'md5abc', hash.replace('$06$', '$31$'), `${hash}x`]
    for (const password_hash of others) {
      const wrong = admin.createUser({ email: newAddress(), password_hash })
      await expectAuthError(wrong, 400, 'validation_failed')
    }
    const rejected = admin.createUser({ email: newAddress(), password, password_hash: hash })
    await expectAuthError(rejected, 400, 'validation_failed')
  })

  test('may have no password', async () => {
    const { email } = await createUser({ password: '' })
    const call = newClient().auth.signInWithPassword({ email: expectPresent(email), password: '' })
    await expectAuthError(call, 400, 'invalid_credentials')
  })

  test('may start with a ban', async () => {
    const { email } = await createUser({ ban_duration: '1h30m' })
    const call = newClient().auth.signInWithPassword({ email: expectPresent(email), password })
    await expectAuthError(call, 400, 'user_banned')
  })

  test('needs a free address and a free id', async () => {
    const { id, email } = await createUser()
    const same = { email: expectPresent(email).toUpperCase(), password }
    await expectAuthError(admin.createUser(same), 422, 'email_exists')
    await expectAuthError(admin.createUser({ email: newAddress(), id }), 422, 'user_already_exists')
  })

  test('is created once by two simultaneous requests', async () => {
    const email = newAddress()
    const results = await Promise.all([1, 2].map(() => admin.createUser({ email, password })))
    assert.deepEqual(results.map(({ error }) => error?.code ?? '').toSorted(), ['', 'email_exists'])
  })

  const wrong: [name: string, body: object, status: number, code: string][] = [
    ['without an address', { email: null }, 400, 'validation_failed'],
    ['with an invalid address', { email: 'x', password }, 400, 'validation_failed'],
    ['with a weak password', { password: 'password' }, 422, 'weak_password'],
    ['with a repeat as password', { password: '12121212' }, 422, 'weak_password'],
    ['with a short password', { password: 'short' }, 422, 'weak_password'],
    ['with another role', { role: 'service_role' }, 400, 'validation_failed'],
    ['with a phone', { phone: '123' }, 400, 'phone_provider_disabled'],
    ['with an invalid id', { id: 'x' }, 400, 'validation_failed'],
    [
      'with the id of nobody',
      { id: randomUUID().replaceAll(/[0-9a-f]/g, '0') },
      400,
      'validation_failed',
    ],
    ['with a ban of no length', { ban_duration: 'soon' }, 400, 'validation_failed'],
    ['with a ban of negative length', { ban_duration: '-1h' }, 400, 'validation_failed'],
    ['with metadata that is no object', { app_metadata: [1] }, 400, 'validation_failed'],
    ['with too much metadata', { app_metadata: { x: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    [
      'with a character that no text can hold',
      { user_metadata: { x: '\0' } },
      400,
      'validation_failed',
    ],
    ['with a word that means nothing', { is_admin: true }, 400, 'validation_failed'],
    ['with a wrong type', { email_confirm: 'yes' }, 400, 'validation_failed'],
    ['of a list', [], 400, 'validation_failed'],
  ]
  for (const [name, body, status, code] of wrong) {
    test(`${name} is refused`, async () => {
      const sent = Array.isArray(body) ? body : { email: newAddress(), ...body }
      expectRefusal(await callAsServiceRole('POST /admin/users', sent), status, code)
    })
  }
})

suite('the list of users', () => {
  test('is paged, newest first, with the total', async () => {
    const [older, newer] = [await createUser(), await createUser()]
    const { users, total, nextPage, lastPage, aud } = await listUsers(1, 1)
    assert.deepEqual([users.map(({ id }) => id), aud, nextPage], [[newer.id], 'authenticated', 2])
    assert.ok(total > 20 && lastPage > 0)
    assert.deepEqual(
      (await listUsers(2, 1)).users.map(({ id }) => id),
      [older.id],
    )
    const end = await listUsers(Math.ceil(total / 50) + 1, 50)
    assert.deepEqual([end.users, end.nextPage], [[], null])
    assert.equal((await listUsers()).users.length, Math.min(50, total))
  })

  async function listUsers(page?: number, perPage?: number) {
    const { data, error } = await admin.listUsers({
      ...(page ? { page } : {}),
      ...(perPage ? { perPage } : {}),
    })
    assert.equal(error, null)
    return data
  }

  for (const search of [
    'page=-1',
    'per_page=x',
    'page=1e3',
    'filter=ada',
    `page=${'9'.repeat(12)}`,
  ]) {
    test(`refuses ?${search}`, async () => {
      expectRefusal(await callAsServiceRole(`GET /admin/users?${search}`), 400, 'validation_failed')
    })
  }
})

suite('one user', () => {
  test('is read by id', async () => {
    const { id } = await createUser()
    assert.equal((await expectAuthData(admin.getUserById(id))).user?.id, id)
  })

  test('is not found by an unknown or invalid id', async () => {
    const [unknownId, invalidId] = [randomUUID(), 'x%27%00']
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'GET' ? undefined : {}
      expectRefusal(
        await callAsServiceRole(`${method} /admin/users/${unknownId}`, body),
        404,
        'user_not_found',
      )
      expectRefusal(
        await callAsServiceRole(`${method} /admin/users/${invalidId}`, body),
        404,
        'validation_failed',
      )
    }
  })
})
