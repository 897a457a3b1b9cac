// Creates a second Supabase client for flows that must not change the page's session. Only the second client uses PKCE,
// because email links have to work on every device.
import type { SupportedStorage } from '@supabase/supabase-js'
import type { Client } from './supabase.ts'

const storageKey = 'aside'

let client: Promise<Client> | undefined

export function secondaryClient(): Promise<Client> {
  client ??= makeAside().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function makeAside() {
  const { makeClient } = await import('./supabase-client.ts')
  return makeClient({
    auth: {
      flowType: 'pkce',
      storageKey,
      storage: secretsOnDisk(),
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  })
}

/** Stores the PKCE verifier, because the flow leaves the page, and keeps the session only in memory. */
function secretsOnDisk(): SupportedStorage {
  let session: string | null = null
  return {
    getItem: (key) => (key === storageKey ? session : localStorage.getItem(key)),
    setItem: (key, value) => {
      if (key === storageKey) session = value
      else localStorage.setItem(key, value)
    },
    removeItem: (key) => {
      if (key === storageKey) session = null
      else localStorage.removeItem(key)
    },
  }
}
