import type { Page } from '@playwright/test'

/** Delivers the next POST request to this address, but drops the response. */
export async function dropNextResponse(page: Page, address: string) {
  let isDropped = false
  await page.route(address, async (route) => {
    if (isDropped || route.request().method() !== 'POST') return route.fallback()
    isDropped = true
    await route.fetch()
    return route.abort()
  })
}
