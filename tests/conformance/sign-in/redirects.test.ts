// The target page of a link receives a session, so it must be the web app or an allowed URL.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startOwnServer } from '../support/own-server.ts'

const site = 'https://gate.example:8443'
await startOwnServer({
  settings: {
    SITE_URL: site,
    REDIRECT_URLS: 'mendwell://signed-in,https://app.example/base,http://plain.example:8080',
  },
})

const { sendRequest } = await import('../support/http-request.ts')
const { authCall } = await import('../support/auth-call.ts')
const { nextMail } = await import('../support/mailbox.ts')
const { createPasswordUser, expectPresent } = await import('../support/people.ts')

async function landingOf(redirectTo: string) {
  const search = new URLSearchParams({ token: 'x', type: 'email', redirect_to: redirectTo })
  const reply = await authCall(`GET /verify?${search.toString()}`)
  assert.equal(reply.status, 303, reply.text)
  const landing = new URL(reply.headers.location ?? '')
  landing.hash = ''
  for (const name of ['error', 'error_code', 'error_description']) landing.searchParams.delete(name)
  return landing.href
}

suite('a link may redirect', () => {
  const good = [
    `${site}/`,
    `${site}/jobs/7?with=this`,
    `${site}/a/../b`,
    'https://app.example/base',
    'https://app.example/base/below?x=1',
    'http://plain.example:8080/anywhere',
    'mendwell://signed-in',
    'mendwell://signed-in/below',
  ]
  for (const redirectTo of good) {
    test(`to ${redirectTo}`, async () => {
      assert.equal(await landingOf(redirectTo), new URL(redirectTo).href)
    })
  }

  test('to its host in any case of letters', async () => {
    assert.equal(await landingOf('HTTPS://GATE.example:8443/X'), `${site}/X`)
  })
})

suite('a link redirects home instead of', () => {
  const bad = [
    'https://evil.example',
    'http://gate.example:8443',
    'https://gate.example',
    'https://gate.example:8443.evil.example',
    'https://gate.example:8443@evil.example',
    'https://gate.example%3A8443@evil.example/',
    'https://evil.example/https://gate.example:8443',
    'https://evil.example#https://gate.example:8443',
    'https://evil.example?https://gate.example:8443',
    'https://evil.example\\@gate.example:8443',
    'https://gate.example:8443\\.evil.example',
    'https://gate.example:8443\\@evil.example',
    'https:\\\\evil.example',
    'https:/\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:gate.example:8443/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/evil',
    'evil.example',
    '//gate.example:8443@evil.example',
    'https://user@gate.example:8443/',
    'https://user:pass@gate.example:8443/',
    'https://sub.gate.example:8443',
    'https://gate.example.:8443',
    'https://xgate.example:8443',
    'https://gate.example:8443\u0000.evil.example',
    'https://gate.example:8443\t.evil.example',
    'https://gate.exa\nmple:8443/x',
    ' https://gate.example:8443.evil.example',
    'https://gate.example:8443%00.evil.example',
    'https://gate.example:8443%2f.evil.example',
    'https://gate。example:8443.evil.example',
    'https://gаte.example:8443',
    'https://app.example',
    'https://app.example/',
    'https://app.example/basement',
    'https://app.example/base/../elsewhere',
    'https://app.example/base/%2e%2e/elsewhere',
    'https://app.example/base/..%5celsewhere/../../x',
    'https://app.example:444/base',
    'http://app.example/base',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://gate.example:8443',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://gate.example:8443/x',
    'filesystem:https://gate.example:8443/x',
    'mendwell:signed-in',
    'mendwell://signed-in.evil',
    'mendwell://signed-in@evil',
    'mendwell://evil/signed-in',
    'mendwell2://signed-in',
    'https://[::1]:8443',
    'https://127.0.0.1:8443',
    '*',
    'null',
    'https://gate.example:8443/\r\nSet-Cookie: a=b',
  ]
  for (const redirectTo of bad) {
    test(JSON.stringify(redirectTo), async () =>
      assert.equal(await landingOf(redirectTo), `${site}/`),
    )
  }

  test('a repeated or oversized target', async () => {
    const twice = await authCall('GET /verify?redirect_to=a&redirect_to=https://evil.example')
    const long = await authCall(`GET /verify?redirect_to=${site}/${'x'.repeat(3000)}`)
    for (const { status, headers } of [twice, long]) {
      assert.ok(status === 400 || status === 303)
      assert.ok(!String(headers.location).includes('evil'))
    }
  })
})

suite('a mail', () => {
  test('redirects only to an allowed target', async () => {
    for (const [redirectTo, host] of [
      ['https://app.example/base/x', 'app.example'],
      ['https://evil.example/x', 'gate.example'],
    ] as const) {
      const { email } = await createPasswordUser()
      const to = encodeURIComponent(redirectTo)
      await authCall(`POST /otp?redirect_to=${to}`, { body: { email } })
      const link = expectPresent((await nextMail(email, 'magic-link')).link)
      assert.equal(link.origin, site)
      const { headers } = await sendRequest(`${link.pathname}${link.search}`)
      assert.equal(new URL(headers.location ?? '').hostname, host)
      assert.match(headers.location ?? '', /access_token=/)
    }
  })

  test('ignores the Host header', async () => {
    const { email } = await createPasswordUser()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    }
    await authCall('POST /recover', { body: { email }, headers })
    const { link, html, text } = await nextMail(email, 'recovery')
    assert.equal(expectPresent(link).origin, site)
    assert.ok(!`${html}${text}`.includes('evil'))
  })
})
