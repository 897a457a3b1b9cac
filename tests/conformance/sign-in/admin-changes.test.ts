// Changes and deletes accounts by the admin API.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { type CallName, expectRefusal, getUser } from '../support/auth-call.ts'
import { clientOfUser } from '../support/clients.ts'
import { query } from '../support/database.ts'
import {
  newAddress,
  admin,
  callAsServiceRole,
  auditEntriesOf,
  createUser,
  password,
} from '../support/admin-api.ts'
import { nextMail } from '../support/mailbox.ts'
import { postJob } from '../support/market.ts'
import {
  expectAuthData,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'

suite('a user that is changed', () => {
  const update = async (id: string, change: Parameters<typeof admin.updateUserById>[1]) =>
    expectPresent((await expectAuthData(admin.updateUserById(id, change))).user)

  test('merges both kinds of metadata, and removes null values', async () => {
    const { id } = await createUser({ user_metadata: { a: 1, b: 2 }, app_metadata: { c: 3 } })
    const user = await update(id, {
      user_metadata: { a: null, d: 4 },
      app_metadata: { c: null, e: 5 },
    })
    assert.deepEqual(user.user_metadata, { b: 2, d: 4 })
    assert.deepEqual(user.app_metadata, { e: 5, provider: 'email', providers: ['email'] })
  })

  test('loses nothing if two requests add metadata at once', async () => {
    const { id } = await createUser()
    const keys = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(keys.map((key) => update(id, { user_metadata: { [key]: 1 } })))
    const { user } = await expectAuthData(admin.getUserById(id))
    assert.deepEqual(Object.keys(user?.user_metadata ?? {}).toSorted(), keys)
  })

  test('cannot exceed the limit of metadata', async () => {
    const { id } = await createUser()
    const half = 'x'.repeat(2500)
    await update(id, { app_metadata: { one: half } })
    const more = admin.updateUserById(id, { app_metadata: { two: half } })
    await expectAuthError(more, 400, 'validation_failed')
  })

  test('with a new password is signed out everywhere, and gets an email', async () => {
    const person = await createPasswordUser()
    const { session } = await signIn(person)
    await update(person.id, { password })
    expectRefusal(await getUser(session.access_token), 403, 'session_not_found')
    await expectAuthError(newClient().auth.signInWithPassword(person), 400, 'invalid_credentials')
    await signIn({ ...person, password })
    await nextMail(person.email, 'password-changed')
    for (const weak of [person.email, '', 'short', 'abcd1234', '11111111'])
      await expectAuthError(
        admin.updateUserById(person.id, { password: weak }),
        422,
        'weak_password',
      )
  })

  test('is banned at once, and can be unbanned', async () => {
    const person = await createPasswordUser()
    const { session } = await signIn(person)
    const { banned_until: until } = await update(person.id, { ban_duration: '24h' })
    const hours = (Date.parse(expectPresent(until)) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours < 24.1)
    expectRefusal(await getUser(session.access_token), 403, 'session_not_found')
    await expectAuthError(newClient().auth.signInWithPassword(person), 400, 'user_banned')
    assert.equal((await update(person.id, { ban_duration: 'none' })).banned_until, undefined)
    await signIn(person)
  })

  test('gets another address, which is as confirmed as the old one', async () => {
    const person = await createPasswordUser()
    const email = newAddress()
    const user = await update(person.id, { email })
    assert.deepEqual([user.email, user.identities?.[0]?.identity_data?.['email']], [email, email])
    await signIn({ ...person, email })
    assert.match((await nextMail(person.email, 'email-changed')).text, new RegExp(email))
    const taken = admin.updateUserById((await createUser()).id, { email })
    await expectAuthError(taken, 422, 'email_exists')
  })

  test('is confirmed', async () => {
    const user = await createUser({ email_confirm: false })
    await update(user.id, { email_confirm: true })
    await signIn({ id: user.id, email: expectPresent(user.email), password })
  })

  test('keeps its values if a change is invalid', async () => {
    const { id } = await createUser()
    for (const body of [{ email: 'x' }, { role: 'admin' }, { id: randomUUID() }, { data: {} }])
      expectRefusal(
        await callAsServiceRole(`PUT /admin/users/${id}`, body),
        400,
        'validation_failed',
      )
    expectRefusal(
      await callAsServiceRole(`PUT /admin/users/${id}`, { phone: '1' }),
      400,
      'phone_provider_disabled',
    )
    assert.ok(await createUser())
  })
})

suite('a user that is deleted', () => {
  test('is removed with all sessions, and the address is free', async () => {
    const person = await createPasswordUser()
    const { session } = await signIn(person)
    await expectAuthData(admin.deleteUser(person.id))
    expectRefusal(await getUser(session.access_token), 403, 'session_not_found')
    await expectAuthError(admin.getUserById(person.id), 404, 'user_not_found')
    await createUser({ email: person.email })
    assert.deepEqual(await auditEntriesOf(person.id, 'user_deleted'), [{ who: person.email }])
  })

  test('stays if others need its records', async () => {
    const person = await createPasswordUser()
    await postJob({ id: person.id, client: clientOfUser(person.id) })
    const { message } = await expectAuthError(admin.deleteUser(person.id), 409, 'conflict')
    assert.match(message, /has records/)
    await signIn(person)
  })

  test('by a soft delete is erased except for the id', async () => {
    const person = await createPasswordUser('consultant')
    const { session } = await signIn(person)
    await expectAuthData(admin.deleteUser(person.id, true))
    expectRefusal(await getUser(session.access_token), 403, 'session_not_found')
    await expectAuthError(newClient().auth.signInWithPassword(person), 400, 'invalid_credentials')
    await expectAuthError(admin.getUserById(person.id), 404, 'user_not_found')
    const stored = await query(
      `select u.email, encrypted_password, raw_user_meta_data as metadata, raw_app_meta_data as app,
         (select count(*)::integer from auth.identities i where i.user_id = u.id) as identities,
         p.is_hidden, c.email as contact
       from auth.users u join public.profiles p using (id) join app.contacts c on c.user_id = u.id
       where u.id = $1`,
      [person.id],
    )
    const erased = { email: null, encrypted_password: '', metadata: {}, app: {}, identities: 0 }
    assert.deepEqual(stored, [{ ...erased, is_hidden: true, contact: null }])
    await createUser({ email: person.email })
  })

  test('with an unknown kind of deletion stays', async () => {
    const { id } = await createUser()
    const name: CallName = `DELETE /admin/users/${id}`
    expectRefusal(
      await callAsServiceRole(name, { should_soft_delete: 'yes' }),
      400,
      'validation_failed',
    )
    assert.deepEqual(
      [(await callAsServiceRole(name)).status, (await callAsServiceRole(name)).status],
      [200, 404],
    )
  })
})
