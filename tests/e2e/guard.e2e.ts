import type { Page } from '@playwright/test'
import { openSettings } from './support/account-menu.ts'
import { expectAccessible } from './support/accessibility.ts'
import { people, type Role, roles, signedIn, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const id = '00000000-0000-4000-8000-000000000000'
const allRoles: readonly Role[] = roles
const withProfile: readonly Role[] = ['consultant', 'facility', 'contractor']

const routes: Record<string, readonly Role[]> = {
  '/consultant': ['consultant'],
  '/consultant/documents': ['consultant'],
  '/consultant/reviews': ['consultant'],
  '/consultant-portal': ['consultant'],
  [`/consultant-profile/${id}`]: ['consultant'],
  '/edit-profile': withProfile,
  '/facility-dashboard': ['facility'],
  '/facility/jobs': ['facility'],
  '/facility/bids': ['facility'],
  '/facility/consultations': ['facility'],
  '/facility/payments': ['facility'],
  '/facility/jobs/new': ['facility'],
  '/contractor-dashboard': ['contractor'],
  '/contractor/bids': ['contractor'],
  '/contractor/active': ['contractor'],
  '/contractor/payments': ['contractor'],
  [`/facility/jobs/${id}`]: ['facility'],
  [`/facility/jobs/${id}/bids`]: ['facility'],
  [`/contractor/jobs/${id}`]: ['contractor'],
  '/contractor/jobs': ['contractor'],
  '/admin-dashboard': ['admin'],
  '/admin/users': ['admin'],
  '/admin/contractors': ['admin'],
  '/admin/consultants': ['admin'],
  '/admin/facilities': ['admin'],
  '/admin/jobs': ['admin'],
  [`/admin/jobs/${id}`]: ['admin'],
  '/admin/consultations': ['admin'],
  [`/admin/users/${id}`]: ['admin'],
  [`/admin/consultations/${id}`]: ['admin'],
  '/admin/bids': ['admin'],
  '/admin/demo-requests': ['admin'],
  '/admin/payments': ['admin'],
  '/admin/newcomers': ['admin'],
  '/admin/mails': ['admin'],
  '/admin/audit': ['admin'],
  '/upload-documents': allRoles,
  '/profile': allRoles,
  '/inbox': allRoles,
  '/consultants': allRoles,
  '/settings': allRoles,
  [`/chat/job/${id}`]: allRoles,
  [`/chat/consultation/${id}`]: allRoles,
  [`/chat/${id}`]: allRoles,
}

/** Users with a role are redirected from these pages to the role's landing page. */
const forNewcomers: Record<string, readonly Role[]> = {
  '/welcome': [],
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

for (const role of roles) {
  // @covers 6.consultant.routes 6.facility.routes 6.contractor.routes 6.admin.routes
  // @covers 6.everyone.routes 2.route.upload-documents 2.route.inbox 2.route.settings
  // @covers screens.admin.every-screen
  test(`a ${role} gets the screens of the role, and "Access Denied" elsewhere`, async ({
    signInAs,
  }) => {
    test.slow()
    const page = await signInAs(role)
    for (const [path, allowed] of Object.entries(routes)) {
      await page.goto(path)
      if (allowed.includes(role)) {
        await expect(title(page)).not.toHaveText(/^(?:Access Denied|Login to|Unexpected)/)
        await expect(page).toHaveURL(path)
      } else await expect(title(page)).toHaveText('Access Denied')
    }
    for (const path of Object.keys(forNewcomers)) {
      await page.goto(path)
      await expect(page).toHaveURL(people[role].landing)
    }
  })
}

// @covers 6.guard.access-denied
test('"Access Denied" is accessible and leads on', async ({ signInAs }) => {
  const page = await signInAs('contractor')
  await page.goto('/admin-dashboard')
  await expect(title(page)).toHaveText('Access Denied')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/contractor-dashboard')
})

test('from "Access Denied" another user can sign in and gets the page', async ({ page }) => {
  await signedIn(page, 'contractor')
  await page.goto('/admin/users?q=dana')
  await page.getByRole('button', { name: 'Log in as someone else' }).click()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: '/admin/users?q=dana' })}`)
  await signIn(page, people.admin.email)
  await expect(page).toHaveURL('/admin/users?q=dana')
  await expect(title(page)).toHaveText('Admin User Manager')
})

const settingsFile = '**/assets/settings-*.js'

/** The file of a route can be missing or broken in these ways. */
const brokenFiles = {
  missing: { status: 404, body: 'Not found' },
  'not JavaScript': { contentType: 'text/javascript', body: 'this is <not> a script' },
  throwing: { contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' },
}

for (const [fault, response] of Object.entries(brokenFiles)) {
  // @covers 8.router.unexpected
  test(`a page whose file is ${fault} reloads once and then shows an error with ways on`, async ({
    signInAs,
    pageErrors,
  }) => {
    const page = await signInAs('facility')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route(settingsFile, (route) => route.fulfill(response))
    await page.goto('/settings')
    await expect(title(page)).toHaveText('Unexpected Application Error!')
    expect(loads).toBe(2)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => loads).toBe(3)
    await expect(title(page)).toHaveText('Unexpected Application Error!')
    await page.unroute(settingsFile)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(title(page)).toHaveText('Settings')
    expect(loads).toBe(4)
    pageErrors.splice(0)
  })
}

test('a file that a newer release removed costs one reload, and then the page opens', async ({
  signInAs,
  pageErrors,
}) => {
  const page = await signInAs('facility')
  await page.goto('/inbox')
  await expect(title(page)).toHaveText('Inbox')
  let misses = 0
  await page.route(settingsFile, (route) => {
    misses += 1
    return misses === 1 ? route.fulfill({ status: 404 }) : route.continue()
  })
  await openSettings(page)
  await expect.poll(() => misses).toBe(1)
  await expect(title(page)).toHaveText('Inbox')
  await openSettings(page)
  await expect(title(page)).toHaveText('Settings')
  pageErrors.splice(0)
})

const brokenModule = 'export default function Broken() { throw new Error("broken on purpose") }'

// @covers 8.router.unexpected
test('a page that breaks shows an error and links @gate', async ({ signInAs, pageErrors }) => {
  const page = await signInAs('facility')
  await page.goto('/inbox')
  await expect(title(page)).toHaveText('Inbox')
  await page.route('**/assets/settings-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: brokenModule }),
  )
  await page.goto('/settings')
  await expect(title(page)).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible()
  await expectAccessible(page)
  pageErrors.splice(0)
})
