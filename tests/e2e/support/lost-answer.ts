import type { Page } from '@playwright/test'

/** Delivers the next POST request to this address, but drops the response. */
export async function loseNextAnswer(page: Page, address: string) {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
}
