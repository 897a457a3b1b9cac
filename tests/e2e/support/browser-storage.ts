// Prepares what a page stores between two visits.
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { type Account, anonKey, auth, url } from './accounts.ts'

interface Entry {
  name: string
  value: string
}

/**
 * Stores the entries once, before the window's next page starts. Afterwards the page may change
 * them.
 */
export async function storeOnce(page: Page, entries: Entry[]) {
  await page.addInitScript(
    ({ mark, kept }) => {
      // Going back may lead to the window's first empty page, which has no storage.
      if (location.origin === 'null' || sessionStorage.getItem(mark)) return
      sessionStorage.setItem(mark, 'yes')
      for (const { name, value } of kept) localStorage.setItem(name, value)
    },
    { mark: crypto.randomUUID(), kept: entries },
  )
}

/** Creates a session for one window, because two windows must not use the same refresh token. */
export async function newStoredSession(account: Account): Promise<Entry> {
  const client = createClient(url, await anonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { name: 'sb-127-auth-token', value: JSON.stringify(data.session) }
}
