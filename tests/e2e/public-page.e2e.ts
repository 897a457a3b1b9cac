import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

// @covers 2.route.marketing
test('/marketing is accessible in light and dark, on phone and desk @gate', async ({ page }) => {
  await page.goto('/marketing')
  await expectAccessible(page)
})

test('/marketing runs no script and is one small document @gate', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const response = await page.goto('/marketing')
  expect(scripts).toEqual([])
  await expect(page.locator('script')).toHaveCount(0)
  const html = (await response?.body()) ?? Buffer.alloc(0)
  expect(html.byteLength).toBeLessThan(20_000)
})

const links = [
  { name: 'Get Started', to: '/request-intake-form' },
  { name: "Get Started – It's Free", to: '/request-intake-form' },
  { name: 'Schedule Demo', to: '/request-intake-form' },
  { name: 'Request Demo', to: '/request-intake-form' },
  { name: 'Login', to: '/login' },
  { name: 'Sign In', to: '/login' },
]

for (const { name, to } of links) {
  // @covers 2.marketing.buttons 2.marketing.header
  test(`"${name}" on /marketing leads to ${to}`, async ({ page }) => {
    await page.goto('/marketing')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(to)
  })
}

// @covers 2.marketing.steps 2.marketing.footer 9.marketing.four-steps
test('/marketing describes four steps, Colorado and the prices @gate', async ({ page }) => {
  await page.goto('/marketing')
  const steps = page.locator('#how-it-works').getByRole('listitem').getByRole('heading')
  await expect(steps).toHaveText([
    'Post a job',
    'Receive bids',
    'Compare and select',
    'Get it done',
  ])
  await expect(page.getByText('Colorado facilities save time and money')).toBeVisible()
  await expect(page.getByText('Zero sign-up costs')).toBeVisible()
  await expect(page.getByText(/^© \d{4} Mendwell/)).toBeVisible()
})

test('features that are not built yet are marked as coming', async ({ page }) => {
  await page.goto('/marketing')
  for (const title of ['Automated vetting', 'Automated negotiation']) {
    await expect(page.getByRole('heading', { name: title })).toContainText('coming')
  }
})

// @covers 2.marketing.marker
test('the marker of the steps does not move with reduced motion', async ({ page }) => {
  const animations = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter((animation) => animation.playState === 'running').length,
    )
  await page.goto('/marketing')
  expect(await animations()).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animations()).toBe(0)
})

for (const path of ['/', '/nowhere?at=all', '/admin/nothing']) {
  // @covers 2.route.any-other
  test(`${path} leads to /marketing`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL('/marketing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

const files = ['robots.txt', 'sitemap.xml', 'llms.txt', 'manifest.webmanifest', 'social-card.png']

for (const file of files) {
  test(`/${file} exists`, async ({ request }) => {
    expect((await request.get(`/${file}`)).status()).toBe(200)
  })
}
