// What nearly every journey needs: a page that may not complain, and people who are signed in already.
import { expect, type Page, test as plain } from '@playwright/test'
import { isComplaint } from './complaint.ts'
import { keep, keptSession } from './kept.ts'
import { password, people, type Role } from './people.ts'
import { serveFile, stopServing } from './site.ts'

interface WorkerFixtures {
  /** Ends the last server of this worker. */
  lastServer: undefined
}

/** A page of this file's own server. The page may complain. */
export const plainTest = plain.extend<{ served: undefined }, WorkerFixtures>({
  lastServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs.
    async ({}, use) => {
      await use(undefined)
      await stopServing()
    },
    { scope: 'worker', auto: true },
  ],
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs.
    async ({}, use, { file }) => {
      await serveFile(file)
      await use(undefined)
    },
    { auto: true, timeout: 100_000 },
  ],
})

/** Runs once before the tests of a file, when its server is up. */
export function beforeFile(prepare: () => Promise<unknown>) {
  plainTest.beforeAll(async ({ browserName: _ }, { file }) => {
    await serveFile(file)
    await prepare()
  })
}

interface Fixtures {
  /** What the page complained of: errors of scripts, and violations of its policy. Empty at the end. */
  complaints: string[]
  /** Opens the page with somebody signed in. */
  as: (role: Role) => Promise<Page>
}

/** A request that is refused on purpose is said on the console by the browser itself. */
const ofRefusals = /^Failed to load resource: the server responded with a status of 4\d\d/

export const test = plainTest.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints = complaintsOf(page)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  as: async ({ page }, use) => {
    await use(async (role) => {
      await keep(page, [await keptSession({ email: people[role].email, password })])
      return page
    })
  },
})

export { expect }

function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (isComplaint(message, ofRefusals)) complaints.push(message.text())
  })
  return complaints
}
