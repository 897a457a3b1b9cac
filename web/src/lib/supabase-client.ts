// Loaded when it is first needed: the client weighs as much as the rest of a form page.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'

export async function makeClient() {
  const { url, anonKey } = await fetchPublicConfig()
  // Links in mails carry a token that a person has to confirm: nothing is taken from the address by itself.
  return createClient<Database>(url, anonKey, {
    // Whoever asks also asks again, or offers to (query-client.ts). Both in turn would be half a minute of silence.
    db: { retry: false },
    auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  })
}
