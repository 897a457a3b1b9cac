// Every screen there is a picture of: where it is, who sees it, and what is done first.
import { expect } from '@playwright/test'

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ name: string, path: string, as?: string, isWhole?: true, prepare?: (page: Page) => Promise<void> }} Screen
 */

/** @param {string} name @returns {(page: Page) => Promise<void>} */
const press = (name) => (page) => page.getByRole('button', { name }).click()

/** @type {Screen[]} */
export const screens = [
  { name: 'marketing', path: '/marketing', isWhole: true },
  // For the README.
  { name: 'marketing-top', path: '/marketing' },
  { name: 'login', path: '/login' },
  { name: 'login-refused', path: '/login', prepare: refused },
  { name: 'request-intake-form', path: '/request-intake-form' },
  {
    name: 'request-intake-form-incomplete',
    path: '/request-intake-form',
    isWhole: true,
    prepare: press('Submit Request'),
  },
  { name: 'request-intake-form-thank-you', path: '/request-intake-form', prepare: request },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token_hash=example&type=recovery' },
  { name: 'reset-password-without-link', path: '/reset-password' },
  { name: 'access-denied', path: '/admin-dashboard', as: 'facility' },
  {
    name: 'account-menu',
    path: '/facility-dashboard',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: /^Account of/ }).click(),
  },
  { name: 'consultant', path: '/consultant', as: 'consultant', isWhole: true },
  {
    name: 'consultant-edit-dialog',
    path: '/consultant',
    as: 'consultant',
    prepare: async (page) => {
      await press('Edit Profile')(page)
      await page.getByRole('dialog').getByLabel('Headline').waitFor()
    },
  },
  { name: 'consultant-documents', path: '/consultant/documents', as: 'consultant' },
  { name: 'consultant-reviews', path: '/consultant/reviews', as: 'consultant' },
  {
    name: 'consultant-profile',
    path: '/consultant',
    as: 'consultant',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'View My Profile' }).click()
      await page.getByRole('region', { name: 'Reviews' }).getByRole('listitem').first().waitFor()
    },
  },
  { name: 'consultant-edit-profile', path: '/edit-profile', as: 'consultant', isWhole: true },
  { name: 'facility-dashboard', path: '/facility-dashboard', as: 'facility', isWhole: true },
  {
    name: 'facility-consultants',
    path: '/facility-dashboard?consultants=shown&view=consultations',
    as: 'facility',
    isWhole: true,
  },
  {
    name: 'facility-payments',
    path: '/facility-dashboard?view=payments',
    as: 'facility',
    isWhole: true,
  },
  {
    name: 'post-job',
    path: '/facility-dashboard',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Post Job' }).first().click(),
  },
  {
    name: 'accept-bid',
    path: '/facility-dashboard?tab=judge',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Accept Bid' }).first().click(),
  },
  {
    name: 'book-consultation',
    path: '/facility-dashboard?consultants=shown',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Book Consultation' }).first().click(),
  },
  {
    name: 'leave-a-review',
    path: '/facility-dashboard?view=consultations&consultations.when=past',
    as: 'facility',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Leave a review/ })
        .first()
        .click(),
  },
  { name: 'contractor-dashboard', path: '/contractor-dashboard', as: 'contractor' },
  { name: 'contractor-bid', path: '/contractor-dashboard', as: 'contractor', prepare: bid },
  {
    name: 'contractor-bids',
    path: '/contractor-dashboard#your-bids',
    as: 'contractor',
    prepare: arrived('Your Bids'),
  },
  { name: 'edit-profile', path: '/edit-profile', as: 'contractor', isWhole: true },
  { name: 'admin-dashboard', path: '/admin-dashboard', as: 'admin' },
  { name: 'inbox', path: '/inbox', as: 'facility', prepare: openThread },
  { name: 'chat', path: '/inbox', as: 'contractor', prepare: openChat },
  { name: 'find-a-consultant', path: '/consultants', as: 'facility' },
  {
    name: 'profile',
    path: '/consultants',
    as: 'facility',
    prepare: firstConsultant,
  },
  { name: 'upload-documents', path: '/upload-documents', as: 'contractor' },
  { name: 'settings', path: '/settings', as: 'facility' },
  { name: 'settings-appearance', path: '/settings?tab=appearance', as: 'facility' },
  { name: 'settings-security', path: '/settings?tab=security', as: 'facility', isWhole: true },
  { name: 'add-app', path: '/settings?tab=security', as: 'facility', prepare: addApp },
]

/** The link leads to a part of the page, below lists that load. @param {string} name @returns {(page: Page) => Promise<void>} */
function arrived(name) {
  return (page) =>
    expect(page.getByRole('heading', { name, exact: true })).toBeInViewport({ timeout: 15_000 })
}

/** On a phone the list stays. @param {Page} page */
async function openThread(page) {
  const threads = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await threads.first().waitFor()
  if ((page.viewportSize()?.width ?? 0) < 1024) return
  await threads.first().click()
  await page.getByRole('log').waitFor()
}

/** The latest about a job. @param {Page} page */
async function openChat(page) {
  const thread = page.locator('a[href*="thread=job"]').first()
  const href = await thread.getAttribute('href')
  const [, job = ''] = (new URL(href ?? '', page.url()).searchParams.get('thread') ?? '').split(':')
  await page.goto(new URL(`/chat/job/${job}`, page.url()).href, { waitUntil: 'networkidle' })
  await page.getByRole('log').waitFor()
}

/** @param {Page} page */
async function addApp(page) {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'A QR code for your app' }).waitFor()
}

/** @param {Page} page */
async function refused(page) {
  await page.getByLabel('Email').fill('dana.whitfield@lakewood.example')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('alert').waitFor()
}

/** @param {Page} page */
async function request(page) {
  await page.getByLabel('Full Name').fill('Dana Whitfield')
  await page.getByLabel('Email Address').fill('dana.whitfield@lakewood.example')
  await page.getByLabel('Company / Organization').fill('Lakewood clinic')
  await page.getByLabel('Message / Goals').fill('Eleven sites, and too many phone calls.')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

/** @param {Page} page */
async function bid(page) {
  await page
    .getByRole('button', { name: /^Place Bid/ })
    .first()
    .click()
  await page.getByLabel('Amount').fill('4,150')
}

/** @param {Page} page */
async function firstConsultant(page) {
  await page.getByRole('list', { name: 'Consultants' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Profile' }).waitFor()
}
