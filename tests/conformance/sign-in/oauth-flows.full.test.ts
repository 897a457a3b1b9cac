// Checks how OAuth flows start, how many may start, and that ended flows leave no data behind.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { lifted } from '../../support/lift-limits.ts'
import { startProviders } from '../support/oauth/providers.ts'

const { openId } = await startProviders()

const { authCall, expectRefusal } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { signInUntilCallback, sessionAtProvider, verified } =
  await import('../support/oauth/provider-sign-in.ts')
const { createPasswordUser, expectPresent } = await import('../support/people.ts')

const authorize = 'GET /authorize?provider=google'

const countRows = z.tuple([z.object({ count: z.number() })])
async function countIn(rows: string) {
  const [{ count }] = countRows.parse(await query(`select count(*)::integer from ${rows}`))
  return count
}

suite('a flow', () => {
  test('does not count if it leads to a session', async () => {
    openId.setUser(verified((await createPasswordUser()).email))
    const attempts = `private.address_limits l cross join generate_series(1, l.count)
      where l.name = 'oauth_address'`
    const before = await countIn(attempts)
    await sessionAtProvider('google')
    assert.equal(await countIn(attempts), before)
    await signInUntilCallback('google')
    assert.equal(await countIn(attempts), before + 1)
  })

  test('leaves nothing behind above the limit', async () => {
    await signInUntilCallback('google')
    await query(`update private.settings set value = '1/300' where name = 'limit_oauth_address'`)
    const before = await countIn('auth.flow_state')
    const challenge = `code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`
    const reply = await authCall(`${authorize}&skip_http_redirect=true&${challenge}`)
    await query(`update private.settings set value = $1 where name = 'limit_oauth_address'`, [
      lifted.perSecond,
    ])
    expectRefusal(reply, 429, 'over_request_rate_limit')
    assert.equal(await countIn('auth.flow_state'), before)
  })

  test('can be started by a page, but not by its embedded content', async () => {
    const table = 'private.outside_visits'
    const before = await countIn(table)
    for (const destination of ['image', 'script', 'style', 'iframe', 'frame', 'embed', 'object']) {
      const reply = await authCall(authorize, { headers: { 'sec-fetch-dest': destination } })
      expectRefusal(reply, 400, 'validation_failed')
    }
    assert.equal(await countIn(table), before)
    for (const destination of ['document', 'empty']) {
      const reply = await authCall(authorize, { headers: { 'sec-fetch-dest': destination } })
      assert.equal(reply.status, 302)
    }
  })

  test('removes its cookie from the browser at the end', async () => {
    openId.setUser(verified((await createPasswordUser()).email))
    const { browser, callback } = await signInUntilCallback('google')
    const reply = await authCall(authorize)
    const [name = ''] = expectPresent(reply.headers['set-cookie']?.[0]).split('=')
    assert.match(name, /^sign-in-[0-9a-f]{16}$/)
    const ended = await browser.fetch(callback)
    assert.match(
      ended.headers.get('set-cookie') ?? '',
      /^sign-in-[0-9a-f]{16}=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/,
    )
  })
})
