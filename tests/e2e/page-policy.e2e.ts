// Tests that the browser enforces the page's security headers. In other tests, `pageErrors` in support/test.ts checks
// that the app does not violate the policy. This test violates the policy on purpose, so it does not use that check.
import type { Page } from '@playwright/test'
import { isUnexpectedError } from './support/console-errors.ts'
import { signedIn } from './support/people.ts'
import { expect, plainTest as test } from './support/test.ts'

const otherOrigin = 'https://elsewhere.example'

/** Records policy violations. Each entry has the directive, and the blocked URL or a word such as "inline". */
async function watched(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const before = sessionStorage.getItem('violations') ?? ''
      sessionStorage.setItem('violations', `${before}${effectiveDirective} ${blockedURI}\n`)
    })
  })
  return () => page.evaluate(() => sessionStorage.getItem('violations') ?? '')
}

/** Injects scripts as an attacker could through an XSS hole. Returns the ones that ran. */
function injectHtml(page: Page) {
  return page.evaluate(async (site) => {
    const ran = (method: string) => `sessionStorage.setItem('ran', '${method}')`
    const holder = document.createElement('div')
    holder.innerHTML = `<img src="x:" onerror="${ran('handler')}"><img src="${site}/p.png">
      <iframe src="${site}"></iframe><object data="${site}/o"></object><base href="${site}">`
    const scripts = [{ text: ran('inline') }, { src: `${site}/s.js` }].map((part) =>
      Object.assign(document.createElement('script'), part),
    )
    document.body.append(holder, ...scripts)
    await fetch(`${site}/told`).catch(() => undefined)
    // The policy does not apply to code that the test evaluates, so a timer runs this code as the page's own.
    await new Promise<void>((done) => {
      setTimeout(() => {
        try {
          Reflect.apply(Reflect.construct(Function, [ran('eval')]), undefined, [])
        } catch {
          // The policy blocked the script, as expected.
        }
        done()
      })
    })
    return sessionStorage.getItem('ran')
  }, otherOrigin)
}

// @covers operations.page-policy
test('an injected script does not run, and nothing is sent elsewhere @gate', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (isUnexpectedError(message, /^$/u)) errors.push(message.text())
  })
  const requestedUrls: string[] = []
  await page.route(`${otherOrigin}/**`, (route) => {
    requestedUrls.push(route.request().url())
    return route.abort()
  })
  const violations = await watched(page)
  await page.goto('/login')
  expect(await violations()).toBe('')
  expect(await injectHtml(page)).toBeNull()
  for (const part of [
    'script-src-attr inline',
    'script-src-elem inline',
    `script-src-elem ${otherOrigin}`,
    'script-src eval',
    `img-src ${otherOrigin}`,
    `frame-src ${otherOrigin}`,
    `object-src ${otherOrigin}`,
    `connect-src ${otherOrigin}`,
    'base-uri',
  ]) {
    await expect.poll(violations).toContain(part)
  }
  expect(errors.join('\n')).toContain('Content Security Policy')
  expect(requestedUrls).toEqual([])
})

test('every response of the site has the security headers', async ({ page, baseURL }) => {
  const nakedUrl: string[] = []
  const expected = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'referrer-policy',
    'x-content-type-options',
  ]
  page.on('response', async (response) => {
    const headers = await response.allHeaders()
    const missing = expected.filter((name) => headers[name] === undefined)
    if (missing.length > 0) nakedUrl.push(`${response.url()} has no ${missing.join(', ')}`)
    if (!response.url().startsWith(`${baseURL}/`)) nakedUrl.push(`${response.url()} is elsewhere`)
  })
  await signedIn(page, 'facility')
  await page.waitForLoadState('networkidle')
  expect(nakedUrl).toEqual([])
})
