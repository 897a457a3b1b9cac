// Links accounts at providers to a signed-in user, and unlinks them.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { acme, startProviders } from '../support/oauth/providers.ts'

const { openId } = await startProviders()

const { authCall, expectRefusal, getUser } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { nextMail } = await import('../support/mailbox.ts')
const { returnUrl, Browser, clientIn } = await import('../support/oauth/browser.ts')
const { options, refusedSignInAt, sessionAtProvider, verified } =
  await import('../support/oauth/provider-sign-in.ts')
const { expectAuthData, expectAuthError, createPasswordUser, expectPresent, signIn } =
  await import('../support/people.ts')

type Client = ReturnType<typeof clientIn>

async function linkedAccount(client: Client, name: string) {
  const { identities } = await expectAuthData(client.auth.getUserIdentities())
  return expectPresent(identities.find(({ provider }) => provider === name))
}

const providersOf = async (client: Client) => {
  const { user } = await expectAuthData(client.auth.getUser())
  return {
    identities: user.identities?.map(({ provider }) => provider),
    providers: user.app_metadata.providers,
  }
}

/** Creates a user who signs in through a company's provider and has no password. */
async function createCompanyUser() {
  const email = `${crypto.randomUUID()}@acme.example`
  openId.setUser({ email })
  const browser = new Browser()
  const client = clientIn(browser)
  const request = { domain: 'acme.example', options: { redirectTo: returnUrl } }
  const signInAtCompany = async () =>
    browser.followRedirects((await expectAuthData(client.auth.signInWithSSO(request))).url)
  const code = expectPresent((await signInAtCompany()).searchParams.get('code'))
  await expectAuthData(client.auth.exchangeCodeForSession(code))
  return { client, email, come: signInAtCompany }
}

suite('an account that the user linked', () => {
  /** Creates a user and signs in with a password in a new browser. */
  async function signInWithPassword() {
    const person = await createPasswordUser()
    const browser = new Browser()
    const { client } = await signIn(person, clientIn(browser))
    const link = async () => {
      const { url } = await expectAuthData(
        client.auth.linkIdentity({ provider: 'google', options }),
      )
      return browser.followRedirects(url)
    }
    return { person, browser, client, link }
  }

  // @covers 7.auth.identities-authorize
  test('signs in to the account from then on, with any address', async () => {
    const { person, client, link } = await signInWithPassword()
    openId.setUser(verified(`${crypto.randomUUID()}@elsewhere.example`))
    const landing = await link()
    const code = expectPresent(landing.searchParams.get('code'))
    await expectAuthData(client.auth.exchangeCodeForSession(code))
    const { identities } = await expectAuthData(client.auth.getUserIdentities())
    assert.deepEqual(
      identities.map(({ provider }) => provider),
      ['email', 'google'],
    )
    assert.equal((await sessionAtProvider('google')).session.user.id, person.id)
    await nextMail(person.email, 'way-in-changed')
  })

  // @covers 7.auth.identities-delete
  test('can be unlinked, which ends its sessions', async () => {
    const { person, client, link } = await signInWithPassword()
    openId.setUser(verified(`${crypto.randomUUID()}@elsewhere.example`))
    await link()
    const opened = await sessionAtProvider('google')
    const { identities } = await expectAuthData(client.auth.getUserIdentities())
    const linked = expectPresent(identities.find(({ provider }) => provider === 'google'))
    await expectAuthData(client.auth.unlinkIdentity(linked))
    assert.equal(await refusedSignInAt('google'), 'signup_disabled')
    expectRefusal(await getUser(opened.session.access_token), 403, 'session_not_found')
    const { user } = await expectAuthData(client.auth.getUser())
    assert.deepEqual([user.id, user.app_metadata.providers], [person.id, ['email']])
  })

  test('cannot be unlinked if it is the last, and neither can the address', async () => {
    const { client, link } = await signInWithPassword()
    const { identities } = await expectAuthData(client.auth.getUserIdentities())
    const mailbox = expectPresent(identities[0])
    await expectAuthError(client.auth.unlinkIdentity(mailbox), 422, 'single_identity_not_deletable')
    openId.setUser(verified(`${crypto.randomUUID()}@elsewhere.example`))
    await link()
    const code = 'email_conflict_identity_not_deletable'
    await expectAuthError(client.auth.unlinkIdentity(mailbox), 422, code)
  })

  test('cannot be unlinked if it is a phone number, which would still sign in', async () => {
    const { person, client } = await signInWithPassword()
    const number = String(Math.floor(Math.random() * 1e9) + 49_000_000_000)
    await query('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
      person.id,
      number,
    ])
    await query(
      `insert into auth.identities (provider_id, user_id, provider, identity_data, created_at)
       values ($1::uuid::text, $1, 'phone', jsonb_build_object('phone', $2::text), now())`,
      [person.id, number],
    )
    const unlinked = client.auth.unlinkIdentity(await linkedAccount(client, 'phone'))
    await expectAuthError(unlinked, 422, 'phone_identity_not_deletable')
    assert.deepEqual((await providersOf(client)).identities, ['email', 'phone'])
  })

  test('is not linked automatically again after it was unlinked', async () => {
    const { person, client, link } = await signInWithPassword()
    openId.setUser(verified(person.email))
    await sessionAtProvider('google')
    await expectAuthData(client.auth.unlinkIdentity(await linkedAccount(client, 'google')))
    assert.equal(await refusedSignInAt('google'), 'identity_unlinked')
    assert.deepEqual((await providersOf(client)).identities, ['email'])
    await link()
    assert.equal((await sessionAtProvider('google')).session.user.id, person.id)
  })

  test('can only be unlinked after a recent sign-in', async () => {
    const { person, client, link } = await signInWithPassword()
    openId.setUser(verified(`${crypto.randomUUID()}@elsewhere.example`))
    await link()
    const linked = await linkedAccount(client, 'google')
    await query(
      `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
      [person.id],
    )
    await expectAuthError(client.auth.unlinkIdentity(linked), 400, 'reauthentication_needed')
    assert.deepEqual((await providersOf(client)).identities, ['email', 'google'])
  })

  test('belongs to nobody else', async () => {
    const { email } = await createPasswordUser()
    openId.setUser(verified(email))
    await sessionAtProvider('google')
    const { client, link } = await signInWithPassword()
    assert.equal((await link()).searchParams.get('error_code'), 'identity_already_exists')
    const { data } = await client.auth.getSession()
    const token = expectPresent(data.session).access_token
    const [row] = z
      .array(z.object({ id: z.string() }))
      .parse(await query('select id from auth.identities where email = $1 limit 1', [email]))
    const last = 'single_identity_not_deletable'
    for (const id of [expectPresent(row).id, crypto.randomUUID()])
      expectRefusal(await authCall(`DELETE /user/identities/${id}`, { token }), 422, last)
    expectRefusal(await authCall('DELETE /user/identities/x', { token }), 400, 'validation_failed')
  })

  test('is not found under an unknown id, in the words of the original', async () => {
    const { client, link } = await signInWithPassword()
    openId.setUser(verified(`${crypto.randomUUID()}@elsewhere.example`))
    await link()
    const identity = {
      ...(await linkedAccount(client, 'google')),
      identity_id: crypto.randomUUID(),
    }
    const { error } = await client.auth.unlinkIdentity(identity)
    assert.deepEqual([error?.status, error?.message], [422, "Identity doesn't exist"])
  })

  test('needs a recent sign-in', async () => {
    expectRefusal(await authCall('GET /user/identities/authorize?provider=google'), 403, 'bad_jwt')
    const { person, client } = await signInWithPassword()
    await query(
      `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
      [person.id],
    )
    const late = client.auth.linkIdentity({ provider: 'google', options })
    await expectAuthError(late, 400, 'reauthentication_needed')
  })

  test('is not linked if the session has ended meanwhile', async () => {
    const { person, browser, client } = await signInWithPassword()
    const { url } = await expectAuthData(client.auth.linkIdentity({ provider: 'google', options }))
    await query('delete from auth.sessions where user_id = $1', [person.id])
    openId.setUser(verified(person.email))
    const landing = await browser.followRedirects(url)
    assert.equal(landing.searchParams.get('error_code'), 'bad_oauth_state')
  })

  test('cannot be finished in another browser', async () => {
    const { person, client } = await signInWithPassword()
    openId.setUser(verified(`${crypto.randomUUID()}@victim.example`))
    const { url } = await expectAuthData(client.auth.linkIdentity({ provider: 'google', options }))
    const landing = await new Browser().followRedirects(url)
    assert.equal(landing.searchParams.get('error_code'), 'bad_oauth_state')
    const remaining = await query('select provider from auth.identities where user_id = $1', [
      person.id,
    ])
    assert.deepEqual(remaining, [{ provider: 'email' }])
  })
})

suite('an account that a company created', () => {
  test('can be unlinked from the company once its mailbox is confirmed', async () => {
    const { client, come: signInAtCompany } = await createCompanyUser()
    await expectAuthData(client.auth.unlinkIdentity(await linkedAccount(client, `sso:${acme}`)))
    assert.deepEqual(await providersOf(client), { identities: ['email'], providers: ['email'] })
    assert.equal((await signInAtCompany()).searchParams.get('error_code'), 'identity_unlinked')
  })

  test('lists its linked accounts in order of creation', async () => {
    const { client } = await createCompanyUser()
    const email = `${crypto.randomUUID()}@example.test`
    await expectAuthData(client.auth.updateUser({ email }))
    const { code: token } = await nextMail(email, 'email-change')
    await expectAuthData(
      clientIn(new Browser()).auth.verifyOtp({ email, token, type: 'email_change' }),
    )
    const names = [`sso:${acme}`, 'email']
    assert.deepEqual(await providersOf(client), { identities: names, providers: names })
  })
})
