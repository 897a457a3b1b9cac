// Creates the Supabase client. This module is loaded on first use, because the client is as large as the rest of a page
// with a form.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'

export async function makeClient() {
  const { url, anonKey } = await fetchPublicConfig()
  // `detectSessionInUrl` is off, because the app uses the token from an email link only after the user clicks.
  return createClient<Database>(url, anonKey, {
    // The client does not retry, because callers retry or offer a retry (see queries.ts). If the client retried as
    // well, a failure would appear only after half a minute.
    db: { retry: false },
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  })
}
