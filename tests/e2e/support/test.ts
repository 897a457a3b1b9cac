// What nearly every journey needs: a page that may not complain, and people who are signed in already.
import { type BrowserContext, expect, type Page, test as plain } from '@playwright/test'
import { isComplaint } from './complaint.ts'
import { keep } from './kept.ts'
import { type Role, signedIn } from './people.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

interface Fixtures {
  /** What the page complained of: errors of scripts, and violations of its policy. Empty at the end. */
  complaints: string[]
  /** Opens the page with somebody signed in. */
  as: (role: Role) => Promise<Page>
}

/** Each role signs in once, and is known from then on. */
const sessions = new Map<Role, State>()

/** A request that is refused on purpose is said on the console by the browser itself. */
const ofRefusals = /^Failed to load resource: the server responded with a status of 4\d\d/

export const test = plain.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints = complaintsOf(page)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  as: async ({ browser, page }, use) => {
    await use(async (role) => {
      const state = sessions.get(role) ?? (await newSession(await browser.newContext(), role))
      sessions.set(role, state)
      await keep(
        page,
        state.origins.flatMap(({ localStorage: kept }) => kept),
      )
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

async function newSession(context: BrowserContext, role: Role) {
  const page = await context.newPage()
  await signedIn(page, role)
  const state = await context.storageState()
  await context.close()
  return state
}
