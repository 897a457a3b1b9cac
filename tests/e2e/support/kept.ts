// What a page keeps between two visits, put there as if it had been here before.
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { type Account, anonKey, auth, url } from './accounts.ts'

interface Entry {
  name: string
  value: string
}

/** Once, before the next page of this window begins: what it does with it from then on is its own. */
export async function keep(page: Page, entries: Entry[]) {
  await page.addInitScript(
    ({ mark, kept }) => {
      // Back may lead to the empty page that a window begins with, which keeps nothing.
      if (location.origin === 'null' || sessionStorage.getItem(mark)) return
      sessionStorage.setItem(mark, 'yes')
      for (const { name, value } of kept) localStorage.setItem(name, value)
    },
    { mark: crypto.randomUUID(), kept: entries },
  )
}

/** A session of a window's own: two must not use up the same refresh token. */
export async function keptSession(account: Account): Promise<Entry> {
  const client = createClient(url, await anonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { name: 'sb-127-auth-token', value: JSON.stringify(data.session) }
}
