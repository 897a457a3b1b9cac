// Prepares the local storage of a page.
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { type Account, fetchAnonKey, auth, url } from './accounts.ts'

interface Entry {
  name: string
  value: string
}

/** Stores the entries only when the next page of this tab starts, so that later pages can change the entries. */
export async function storeOnce(page: Page, entries: Entry[]) {
  await page.addInitScript(
    ({ mark, items }) => {
      // The Back button may lead to the tab's first, blank page, which has no storage.
      if (location.origin === 'null' || sessionStorage.getItem(mark)) return
      sessionStorage.setItem(mark, 'yes')
      for (const { name, value } of items) localStorage.setItem(name, value)
    },
    { mark: crypto.randomUUID(), items: entries },
  )
}

/** Creates a session for one browser context, because two contexts must not use the same refresh token. */
export async function newStoredSession(account: Account): Promise<Entry> {
  const client = createClient(url, await fetchAnonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { name: 'sb-127-auth-token', value: JSON.stringify(data.session) }
}
