// The Supabase client is large, so this module is loaded only when needed.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'

export async function makeClient() {
  const { url, anonKey } = await fetchPublicConfig()
  // `detectSessionInUrl` is off, because the app uses the token from an email link only after the user clicks.
  return createClient<Database>(url, anonKey, {
    // The client does not retry, because callers retry or offer a retry (see queries.ts).
    db: { retry: false },
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  })
}
