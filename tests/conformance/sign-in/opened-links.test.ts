// Opens links of account emails in a browser, where even an invalid link leads to a page.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest } from '../support/http-request.ts'
import { authCall, getUser } from '../support/auth-call.ts'
import { nextMail } from '../support/mailbox.ts'
import { claimsIn, createPasswordUser, expectPresent } from '../support/people.ts'
import { target } from '../support/target.ts'

suite('GET /verify', () => {
  const page = '/somewhere?of=mine'

  async function mailedLink(email: string) {
    const to = encodeURIComponent(`${target.url}${page}`)
    await authCall(`POST /otp?redirect_to=${to}`, { body: { email } })
    const { link } = await nextMail(email, 'magic-link')
    return expectPresent(link)
  }

  const open = (link: URL, method = 'GET') =>
    sendRequest(`${link.pathname}${link.search}`, { method })

  function landing(location: string | undefined) {
    const url = new URL(location ?? '')
    return { url, fragment: new URLSearchParams(url.hash.slice(1)) }
  }

  test('redirects to the requested page, with a session in the fragment', async () => {
    const { id, email } = await createPasswordUser()
    const reply = await open(await mailedLink(email))
    assert.equal(reply.status, 303)
    assert.match(String(reply.headers['cache-control']), /no-store/)
    const { url, fragment } = landing(reply.headers.location)
    assert.equal(`${url.pathname}${url.search}`, page)
    assert.equal(fragment.get('type'), 'magiclink')
    const token = expectPresent(fragment.get('access_token'))
    assert.equal(claimsIn(token).sub, id)
    assert.equal((await getUser(token)).status, 200)
    assert.ok(fragment.get('refresh_token') && fragment.get('expires_at'))
  })

  test('redirects there with an error if the link was used', async () => {
    const { email } = await createPasswordUser()
    const link = await mailedLink(email)
    await open(link)
    const { url, fragment } = landing((await open(link)).headers.location)
    for (const parameters of [url.searchParams, fragment]) {
      assert.equal(parameters.get('error'), 'access_denied')
      assert.equal(parameters.get('error_code'), 'otp_expired')
    }
    assert.equal(fragment.get('access_token'), null)
  })

  test('is not used up by a HEAD request of an email program', async () => {
    const { email } = await createPasswordUser()
    const link = await mailedLink(email)
    const { status, headers } = await open(link, 'HEAD')
    assert.ok(status >= 400 || !String(headers.location).includes('access_token'))
    const { fragment } = landing((await open(link)).headers.location)
    assert.ok(fragment.get('access_token'))
  })

  test('redirects home with an error for an invalid link', async () => {
    const bad = ['', '?token=x', '?type=magiclink', '?token=x&type=magiclink', '?token=%00&type=x']
    for (const search of [...bad, '?token=x&type=reauthentication', '?type=constructor&token=x']) {
      const reply = await authCall(`GET /verify${search}`)
      assert.equal(reply.status, 303, search)
      assert.ok(reply.headers.location?.startsWith(`${target.url}/?error=access_denied`), search)
    }
  })
})
