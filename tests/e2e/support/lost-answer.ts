import type { Page } from '@playwright/test'

/** Lets the next POST to this address arrive, but drops its response. */
export async function loseNextAnswer(page: Page, address: string) {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
}
