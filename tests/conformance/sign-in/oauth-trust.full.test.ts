// Checks which claims of a provider the server trusts before it links a sign-in to an account.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { acme, startProviders } from '../support/oauth/providers.ts'

const { openId, gitHub } = await startProviders()

const { runAtOnce } = await import('../support/at-once.ts')
const { query } = await import('../support/database.ts')
const { Browser, clientIn } = await import('../support/oauth/browser.ts')
const { signInUntilCallback, options, refusedSignInAt, sessionAtProvider, verified } =
  await import('../support/oauth/provider-sign-in.ts')
const { expectAuthData, createPasswordUser, signIn } = await import('../support/people.ts')

const makeAdmin = (id: string) =>
  query(`update public.profiles set role = 'admin' where id = $1`, [id])

suite('a user who becomes an admin', () => {
  test('cannot use an account that was linked automatically, until they link it themselves', async () => {
    const person = await createPasswordUser()
    openId.setUser(verified(person.email))
    await sessionAtProvider('google')
    await makeAdmin(person.id)
    assert.equal(await refusedSignInAt('google'), 'identity_not_linked_by_hand')
    const browser = new Browser()
    const { client } = await signIn(person, clientIn(browser))
    const { url } = await expectAuthData(client.auth.linkIdentity({ provider: 'google', options }))
    assert.equal((await browser.followRedirects(url)).searchParams.get('error_code'), null)
    assert.equal((await sessionAtProvider('google')).session.user.id, person.id)
    assert.equal((await sessionAtProvider('google')).session.user.id, person.id)
  })

  test('can still use an account that they linked', async () => {
    const person = await createPasswordUser()
    openId.setUser(verified(`${crypto.randomUUID()}@elsewhere.example`))
    const browser = new Browser()
    const { client } = await signIn(person, clientIn(browser))
    const { url } = await expectAuthData(client.auth.linkIdentity({ provider: 'google', options }))
    await browser.followRedirects(url)
    await sessionAtProvider('google')
    await makeAdmin(person.id)
    assert.equal((await sessionAtProvider('google')).session.user.id, person.id)
  })

  test('can still sign in through their company', async () => {
    openId.setUser({ email: `${crypto.randomUUID()}@acme.example` })
    const returnFromProvider = async () => {
      const { browser, callback } = await signInUntilCallback(`sso:${acme}`)
      return browser.followRedirects(callback)
    }
    assert.match((await returnFromProvider()).hash, /access_token/)
    await query(
      `update public.profiles p set role = 'admin' from auth.identities i
       where p.id = i.user_id and i.provider = $1`,
      [`sso:${acme}`],
    )
    assert.match((await returnFromProvider()).hash, /access_token/)
  })
})

suite('a subject of another issuer', () => {
  const issuers = z.array(z.object({ iss: z.string().nullable() }))
  const issuerOf = async (id: string, provider: string) =>
    issuers
      .parse(
        await query(
          `select identity_data ->> 'iss' as iss from auth.identities
           where user_id = $1 and provider = $2`,
          [id, provider],
        ),
      )
      .map(({ iss }) => iss)
  const giveIssuer = (id: string, iss: string | null) =>
    query(
      `update auth.identities set identity_data = identity_data - 'iss' || jsonb_strip_nulls(jsonb_build_object('iss', $2::text))
       where user_id = $1 and provider <> 'email'`,
      [id, iss],
    )

  test('matches no account, so the address decides', async () => {
    const [first, second] = [await createPasswordUser(), await createPasswordUser()]
    const subject = openId.setUser(verified(first.email))
    await sessionAtProvider('google')
    assert.deepEqual(await issuerOf(first.id, 'google'), [openId.url])
    await giveIssuer(first.id, 'https://accounts.elsewhere.example')
    openId.setUser({ email: first.email, email_verified: false }, subject)
    assert.equal(await refusedSignInAt('google'), 'signup_disabled')
    openId.setUser(verified(second.email), subject)
    assert.equal((await sessionAtProvider('google')).session.user.id, second.id)
    assert.deepEqual(await issuerOf(second.id, 'google'), [openId.url])
    assert.deepEqual(await issuerOf(first.id, 'google'), [])
    const providers = `select raw_app_meta_data -> 'providers' as providers from auth.users where id = $1`
    assert.deepEqual(await query(providers, [first.id]), [{ providers: ['email'] }])
  })

  test('is checked for GitHub and companies too', async () => {
    const { id, email } = await createPasswordUser()
    gitHub.person({
      id: 72,
      login: 'ada',
      name: null,
      emails: [{ email, primary: true, verified: true }],
    })
    await sessionAtProvider('github')
    assert.deepEqual(await issuerOf(id, 'github'), [`${gitHub.url}/api/v3`])
    await giveIssuer(id, 'https://api.github.com')
    gitHub.person({ id: 72, login: 'ada', name: null, emails: [] })
    assert.equal(await refusedSignInAt('github'), 'signup_disabled')
  })

  test('is accepted if the issuer was not recorded', async () => {
    const { id, email } = await createPasswordUser()
    const subject = openId.setUser(verified(email))
    await sessionAtProvider('google')
    await giveIssuer(id, null)
    openId.setUser(verified((await createPasswordUser()).email), subject)
    assert.equal((await sessionAtProvider('google')).session.user.id, id)
    assert.deepEqual(await issuerOf(id, 'google'), [openId.url])
  })
})

suite('two simultaneous sign-ins', () => {
  const returnTwice = async (provider: string) => {
    const flows = [await signInUntilCallback(provider), await signInUntilCallback(provider)]
    return flows.map(
      ({ browser, callback }) =>
        () =>
          browser.followRedirects(callback),
    )
  }
  const assertBothSignedIn = (landings: URL[]) => {
    for (const { hash } of landings) assert.match(hash, /access_token/)
  }

  test('both succeed for an existing account, which is linked once', async () => {
    const { id, email } = await createPasswordUser()
    openId.setUser(verified(email))
    const lock = `select from auth.users where id = '${id}' for update`
    assertBothSignedIn(await runAtOnce(lock, await returnTwice('google')))
    const joins = await query(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'identity_linked'`,
      [id],
    )
    assert.deepEqual(joins, [{ traits: { provider: 'google' } }])
  })

  test('both succeed for a new account', async () => {
    openId.setUser({ email: `${crypto.randomUUID()}@acme.example` })
    assertBothSignedIn(
      await runAtOnce('lock auth.users in share mode', await returnTwice(`sso:${acme}`)),
    )
  })
})
