// Creates the Supabase client. This module is loaded on first use, because the client is as large as the rest of a form
// page.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'

export async function makeClient() {
  const { url, anonKey } = await fetchPublicConfig()
  // The client must not read the URL. The token in a link from an email is used only after a click of the user.
  return createClient<Database>(url, anonKey, {
    // Callers retry, or offer a retry (see queries.ts). If the client retried as well, a failure would be shown only
    // after half a minute.
    db: { retry: false },
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  })
}
