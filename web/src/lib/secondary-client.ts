// A client beside the one of this page, for what must not touch its session. It asks for codes that are worth something
// in this browser alone (PKCE), where the page's own takes links of mails on any device.
import { createClient, type SupportedStorage } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'
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
  const { url, anonKey } = await fetchPublicConfig()
  return createClient<Database>(url, anonKey, {
    auth: {
      flowType: 'pkce',
      storageKey,
      storage: secretsOnDisk(),
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  })
}

/** A session stays in this page and goes with it; the secret of a way that leads out of the page has to be there after it. */
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
