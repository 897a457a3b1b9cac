// This module is loaded on first use, because the client is as large as the rest of a form page.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'

export async function makeClient() {
  const { url, anonKey } = await fetchPublicConfig()
  // A link in an email contains a token that the user has to confirm, so the client must not read the URL.
  return createClient<Database>(url, anonKey, {
    // Callers retry, or offer a retry (see queries.ts). If the client retried too, a failure would take half a minute.
    db: { retry: false },
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  })
}
