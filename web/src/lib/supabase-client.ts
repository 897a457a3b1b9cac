// The Supabase client is large, so this module is loaded only when needed.
import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { fetchPublicConfig } from './public-config.ts'

type ClientOptions = SupabaseClientOptions<'public'>

const pageOptions: ClientOptions = {
  // The client does not retry, because callers retry or offer a retry (see queries.ts).
  db: { retry: false },
  // The app uses the token from an email link only after the user clicks.
  auth: { detectSessionInUrl: false, experimental: { recoveryCodes: true } },
}

export async function makeClient(options = pageOptions) {
  const { url, anonKey } = await fetchPublicConfig()
  return createClient<Database>(url, anonKey, options)
}
