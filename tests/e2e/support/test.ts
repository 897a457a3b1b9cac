// Defines the fixtures that nearly every test uses.
import { expect, type Page, test as baseTest } from '@playwright/test'
import { isUnexpectedError } from './console-errors.ts'
import { storeOnce, newStoredSession } from './browser-storage.ts'
import { password, people, type Role } from './people.ts'
import { serveFile, stopServing } from './site.ts'

interface WorkerFixtures {
  /** Stops this worker's server after all of the worker's tests. */
  serverShutdown: undefined
}

/** This test function is for pages that may log errors. */
export const plainTest = baseTest.extend<{ testServer: undefined }, WorkerFixtures>({
  serverShutdown: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here, even an empty one.
    async ({}, use) => {
      await use(undefined)
      await stopServing()
    },
    { scope: 'worker', auto: true },
  ],
  testServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here, even an empty one.
    async ({}, use, { file }) => {
      await serveFile(file)
      await use(undefined)
    },
    { auto: true, timeout: 100_000 },
  ],
})

/** Runs the callback once before the tests of a file, after the file's server has started. */
export function beforeFile(prepare: () => Promise<unknown>) {
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here, even an empty one.
  plainTest.beforeAll(async ({}, { file }) => {
    await serveFile(file)
    await prepare()
  })
}

interface Fixtures {
  /** The script errors and policy violations on the page. The test fails unless this list is empty at the end. */
  pageErrors: string[]
  /** Signs a demo user in and returns the page. */
  signInAs: (role: Role) => Promise<Page>
}

/** The browser logs this message when the server refuses a request. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/

export const test = plainTest.extend<Fixtures>({
  pageErrors: [
    async ({ page }, use) => {
      const pageErrors = collectPageErrors(page)
      await use(pageErrors)
      expect(pageErrors).toEqual([])
    },
    { auto: true },
  ],
  signInAs: async ({ page }, use) => {
    await use(async (role) => {
      await storeOnce(page, [await newStoredSession({ email: people[role].email, password })])
      return page
    })
  },
})

export { expect }

function collectPageErrors(page: Page) {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('console', (message) => {
    if (isUnexpectedError(message, refusedRequest)) pageErrors.push(message.text())
  })
  return pageErrors
}
