// Tests that the browser enforces the page's security headers. The tests do not use `pageErrors` of support/test.ts,
// because they violate the policy on purpose.
import type { Page } from '@playwright/test'
import { isUnexpectedError } from './support/console-errors.ts'
import { signedIn } from './support/people.ts'
import { expect, plainTest as test } from './support/test.ts'

declare const trustedTypes: { createPolicy: (name: string, rules: object) => unknown }

const otherOrigin = 'https://elsewhere.example'

/** Records policy violations, each with the violated directive and the blocked URL or a word such as "inline". */
async function watched(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const before = sessionStorage.getItem('violations') ?? ''
      sessionStorage.setItem('violations', `${before}${effectiveDirective} ${blockedURI}\n`)
    })
  })
  return () => page.evaluate(() => sessionStorage.getItem('violations') ?? '')
}

/**
 * Injects elements, a request and a script, as an attacker could through an XSS hole. Returns "eval" if the script ran.
 */
function injectElements(page: Page) {
  return page.evaluate(async (site) => {
    const ran = (method: string) => `sessionStorage.setItem('ran', '${method}')`
    const holder = document.createElement('div')
    const written: Record<string, string>[] = [
      { tag: 'img', src: `${site}/p.png` },
      { tag: 'iframe', src: site },
      { tag: 'base', href: site },
    ]
    for (const { tag = '', ...attributes } of written) {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      holder.append(element)
    }
    document.body.append(holder)
    await fetch(`${site}/told`).catch(() => undefined)
    // The policy does not apply to code that `evaluate` runs directly, so a timer runs the code.
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
  expect(await injectElements(page)).toBeNull()
  for (const part of [
    'require-trusted-types-for trusted-types-sink',
    `img-src ${otherOrigin}`,
    `frame-src ${otherOrigin}`,
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

/**
 * Passes text to browser APIs that could turn it into script or markup. Returns the names of the attempts that
 * succeeded, followed by the script that ran or null.
 */
function passText(page: Page) {
  return page.evaluate(async (site) => {
    const ran = (method: string) => `sessionStorage.setItem('ran', '${method}')`
    const image = `<img src="x:" onerror="${ran('handler')}">`
    const script = () => document.body.appendChild(document.createElement('script'))
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = image),
      outerHTML: () => (document.body.appendChild(document.createElement('p')).outerHTML = image),
      adjacent: () => document.body.insertAdjacentHTML('beforeend', image),
      fragment: () => document.createRange().createContextualFragment(image),
      parser: () => new DOMParser().parseFromString(image, 'text/html'),
      write: () => document.write(image),
      frame: () => (document.createElement('iframe').srcdoc = image),
      text: () => (script().text = ran('text')),
      textContent: () => (script().textContent = ran('textContent')),
      address: () => (script().src = `${site}/s.js`),
      ownAddress: () => (script().src = '/assets/../other.js'),
      handler: () => document.body.setAttribute('onclick', ran('onclick')),
      object: () => (document.createElement('object').data = `${site}/o`),
      worker: () => new Worker('/sw.js?other'),
      policy: () =>
        trustedTypes.createPolicy('mine', {
          createHTML: (html: string) => html,
        }),
      secondDefault: () =>
        trustedTypes.createPolicy('default', {
          createHTML: (html: string) => html,
        }),
    }
    const taken = Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt()
        return [name]
      } catch {
        return []
      }
    })
    await new Promise((done) => setTimeout(done))
    return [...taken, sessionStorage.getItem('ran')]
  }, otherOrigin)
}

test('text never becomes a script or markup, whichever interface gets it @gate', async ({
  page,
}) => {
  await page.route(`${otherOrigin}/**`, (route) => route.abort())
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  expect(await passText(page)).toEqual([null])
  await page.goto('/marketing')
  expect(await passText(page)).toEqual([null])
})
