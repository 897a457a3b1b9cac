// Defines the steps that prepare a screen for its picture.
import { expect } from '@playwright/test'
import { signUpNewcomer } from './newcomers.mjs'

/** @typedef {import('@playwright/test').Page} Page */

/** @param {string} name @returns {(page: Page) => Promise<void>} */
export const pressButton = (name) => (page) => page.getByRole('button', { name }).click()

/** @param {Page} page */
export async function showPalette(page) {
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('roof')
  await page.getByRole('dialog').getByRole('option').nth(3).waitFor()
}

/** @param {Page} page */
export function waitForList(page) {
  return page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

/** @param {Page} page */
export async function waitForMap(page) {
  await page.getByRole('button', { name: /^(List only|Show map|Show list)$/ }).waitFor()
  await page
    .getByText(/ · (about|near)|jobs? with an unknown location/)
    .first()
    .waitFor()
}

/**
 * Opens the newest conversation on a wide screen. On a phone, keeps the list of conversations open.
 * @param {Page} page
 */
export async function openThread(page) {
  const threads = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await threads.first().waitFor()
  if ((page.viewportSize()?.width ?? 0) < 768) return
  await threads.first().click()
  await page.getByRole('log').waitFor()
}

/** @param {Page} page */
export async function openChat(page) {
  const thread = page.locator('a[href*="thread=job"]').first()
  const href = await thread.getAttribute('href')
  const [, job = ''] = (new URL(href ?? '', page.url()).searchParams.get('thread') ?? '').split(':')
  await page.goto(new URL(`/chat/job/${job}`, page.url()).href, { waitUntil: 'networkidle' })
  await page.getByRole('log').waitFor()
}

/** @param {Page} page */
export async function openClosedChat(page) {
  const links = await page.locator('a[href*="thread="]').evaluateAll((all) => all.map(String))
  for (const link of links) {
    await page.goto(link, { waitUntil: 'networkidle' })
    if (await page.getByText('Messaging is disabled.').isVisible()) return
  }
}

/**
 * Opens a chat without a network and writes a message, which waits to be sent.
 * @param {Page} page
 */
export async function writeOffline(page) {
  await page.context().setOffline(false)
  await page.reload({ waitUntil: 'networkidle' })
  await openChat(page)
  await page.waitForFunction("navigator.serviceWorker.controller?.state === 'activated'")
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).fill('I am at the gate.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Waiting to be sent').first().waitFor()
}

/** @param {Page} page */
export async function startAppSetup(page) {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'A QR code for your app' }).waitFor()
}

/** @param {Page} page */
export async function failLogIn(page) {
  await page.getByLabel('Email').fill('dana.whitfield@lakewood.example')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('alert').waitFor()
}

/** @param {Page} page */
export async function submitDemoRequest(page) {
  await page.getByLabel('Full Name').fill('Dana Whitfield')
  await page.getByLabel('Email Address').fill('dana.whitfield@lakewood.example')
  await page.getByLabel('Company / Organization').fill('Lakewood clinic')
  await page.getByLabel('Message / Goals').fill('Eleven sites, and too many phone calls.')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

/** @param {Page} page */
export async function fillBid(page) {
  await page
    .getByRole('button', { name: /^Place Bid/ })
    .first()
    .click()
  await page.getByLabel('Amount').fill('4,150')
}

/** @param {Page} page */
export async function fillNewJob(page) {
  await page.getByLabel('Title').fill('Replace a leaking chilled water coil')
  await page.getByLabel('Description').fill('Eight rows, 48 by 60 inches, leaks at a return bend.')
  await page.getByLabel('Budget').fill('9.2k')
  await page.getByLabel('Category').selectOption('HVAC')
}

/**
 * Scrolls to the charts, because they load only when they are in view.
 * @param {Page} page
 */
export async function showCharts(page) {
  await page.getByLabel('Time range').scrollIntoViewIfNeeded()
  await page.getByRole('figure', { name: 'User Growth' }).hover()
  await page.keyboard.press('End')
  await page.getByRole('figure', { name: 'Job Categories' }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
}

/**
 * Waits until the consultant's three charts are drawn. Charts load only when they are in view.
 * @param {Page} page
 */
export async function showConsultantCharts(page) {
  await page
    .getByRole('heading', { name: /^(Month by month|.+ \d{4} to )/ })
    .scrollIntoViewIfNeeded()
  await expect(page.locator('figure:has(svg path)')).toHaveCount(3, { timeout: 15_000 })
  await page.evaluate('scrollTo(0, 0)')
}

/** @param {Page} page */
export async function askAssistant(page) {
  await page.getByRole('button', { name: 'Assistant' }).click()
  for (const question of ['Revenue this month', 'How many bids were made last week?']) {
    await page.getByLabel('Question').fill(question)
    await page.getByLabel('Question').press('Enter')
    await expect(page.getByText('Looking it up...')).toBeHidden()
  }
}

/** @param {Page} page */
export async function openFirstConsultant(page) {
  await page.getByRole('list', { name: 'Consultants' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Profile' }).waitFor()
}

/**
 * Opens the page of the first job in a list.
 * @param {Page} page
 */
export async function openFirstJob(page) {
  await page.locator('main :is(h2, h3) a').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
}

/**
 * Opens a tab of the first user in the list.
 * @param {string} tab
 */
export function openFirstUser(tab) {
  /** @param {Page} page */
  return async (page) => {
    await page.getByRole('table').getByRole('link').first().click()
    const tabs = page.getByRole('navigation', { name: 'User' })
    await tabs.getByRole('link', { name: tab }).click()
    await page.waitForLoadState('networkidle')
  }
}

/** @param {Page} page */
export async function fillBan(page) {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await page.getByLabel('Reason').fill('Asked two facilities to pay past the platform.')
}

/**
 * Signs up a user. The user sees the welcome page until an admin assigns a role.
 * @param {Page} page
 */
export async function waitForRole(page) {
  if (new URL(page.url()).pathname === '/welcome') return
  const { origin } = new URL(page.url())
  for (const [key, value] of await signUpNewcomer(origin, 'Nora Quist')) {
    await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`)
  }
  await page.goto(`${origin}/welcome`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Welcome to Mendwell' }).waitFor()
}

/**
 * Signs up four users and suspends one of them.
 * @param {Page} page
 */
export async function signUpNewcomers(page) {
  const { origin } = new URL(page.url())
  for (const name of ['Nora Quist', 'Mallory Vane', 'Kai Brandt', 'Vera Stahl']) {
    await signUpNewcomer(origin, name)
  }
  await page.reload({ waitUntil: 'networkidle' })
  if (await page.getByText('Lift the suspension first.').isVisible()) return
  await page.getByRole('button', { name: 'Actions for Mallory Vane' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel('Until an admin lifts it').check()
  await dialog.getByLabel('Reason').fill('Sells what nobody asked for.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Lift the suspension first.').waitFor()
  await page.reload({ waitUntil: 'networkidle' })
}

/** @param {Page} page */
export async function admit(page) {
  await signUpNewcomers(page)
  await page.getByRole('button', { name: 'Assign role to Nora Quist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign role' })
  await dialog.getByRole('combobox').selectOption('Facility')
  await dialog.getByLabel('Company').fill('Quist Halls')
  await dialog.getByLabel('Reason').fill('Called, and runs three halls in Boulder.')
}

/** @param {Page} page */
export async function consultationsOf(page) {
  await page.getByRole('link', { name: 'Margaret Okafor' }).click()
  await page
    .getByRole('button', { name: /^Remove review/ })
    .first()
    .waitFor()
}
