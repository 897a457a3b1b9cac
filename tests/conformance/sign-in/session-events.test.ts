// Checks the session events of supabase-js.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { until } from '../../support/until.ts'
import {
  expectAuthData,
  createPasswordUser,
  type PasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { secrets, target } from '../support/target.ts'

/** Simulates a new page of the app, which has the storage of earlier pages. */
function openPage(items = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const { auth } = createClient(target.url, secrets.anonKey, {
    auth: { storage, detectSessionInUrl: false },
  })
  const events: string[] = []
  auth.onAuthStateChange((event, session) => {
    events.push(session ? `${event} ${session.user.email}` : event)
  })
  const waitForEvent = (event: string) => until(() => events.includes(event))
  return { auth, items, events, waitForEvent }
}

async function openSignedInPage({ email, password }: PasswordUser) {
  const page = openPage()
  await expectAuthData(page.auth.signInWithPassword({ email, password }))
  await page.waitForEvent(`SIGNED_IN ${email}`)
  return page
}

const session = z.looseObject({ access_token: z.string() })

const storedSession = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.int(),
  user: z.object({ id: z.string(), email: z.string() }),
})

function authTokenIn(items: Map<string, string>) {
  const [key, text] = expectPresent([...items].find(([name]) => name.endsWith('-auth-token')))
  return { key, text }
}

/** Lets the stored session expire. */
function expire(items: Map<string, string>) {
  const { key, text } = authTokenIn(items)
  items.set(key, JSON.stringify({ ...session.parse(JSON.parse(text)), expires_at: 1 }))
}

suite('a page with the original client', () => {
  // @covers 4.session.signed-in 4.session.signed-out 4.session.token-refreshed
  // @covers 4.session.user-updated 4.session.initial
  test('gets events of a sign-in, a refresh, an update and a sign-out, in this order', async () => {
    const person = await createPasswordUser()
    const { auth, events, waitForEvent } = await openSignedInPage(person)
    await expectAuthData(auth.refreshSession())
    await expectAuthData(auth.updateUser({ data: { note: 'seen' } }))
    assert.equal((await auth.signOut()).error, null)
    await waitForEvent('SIGNED_OUT')
    assert.deepEqual(events, [
      'INITIAL_SESSION',
      `SIGNED_IN ${person.email}`,
      `TOKEN_REFRESHED ${person.email}`,
      `USER_UPDATED ${person.email}`,
      'SIGNED_OUT',
    ])
  })

  // @covers 3.session
  test('stores an access token, a refresh token, an expiry time and the user', async () => {
    const person = await createPasswordUser()
    const { items } = await openSignedInPage(person)
    const { access_token, refresh_token, expires_at, user } = storedSession.parse(
      JSON.parse(authTokenIn(items).text),
    )
    assert.equal(access_token.split('.').length, 3)
    assert.notEqual(refresh_token, '')
    assert.ok(expires_at > Date.now() / 1000)
    assert.deepEqual([user.id, user.email], [person.id, person.email])
  })

  // @covers 4.session.initial
  test('finds the stored session when it opens', async () => {
    const person = await createPasswordUser()
    const { items } = await openSignedInPage(person)
    await openPage(items).waitForEvent(`INITIAL_SESSION ${person.email}`)
  })

  // @covers 4.session.refreshed
  test('refreshes an expired session by itself', async () => {
    const person = await createPasswordUser()
    const { items } = await openSignedInPage(person)
    expire(items)
    const page = openPage(items)
    await page.waitForEvent(`TOKEN_REFRESHED ${person.email}`)
    assert.equal((await expectAuthData(page.auth.getUser())).user.email, person.email)
  })

  // @covers 4.session.removed
  test('removes a session that was ended elsewhere when its refresh fails', async () => {
    const person = await createPasswordUser()
    const { items } = await openSignedInPage(person)
    const elsewhere = await signIn(person)
    assert.equal((await elsewhere.client.auth.signOut({ scope: 'others' })).error, null)
    expire(items)
    await openPage(items).waitForEvent('SIGNED_OUT')
    assert.deepEqual([...items.keys()], [])
  })
})
