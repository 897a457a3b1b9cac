// Creates supabase-js clients for any user, for visitors and for the service role.
import assert from 'node:assert/strict'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/database.ts'
import { secrets, target } from './target.ts'
import { tokenFor } from './tokens.ts'

/** The types of supabase-js allow the features of PostgREST 13 only if the contract names this version. */
type Contract = Database & { __InternalSupabase: { PostgrestVersion: '13' } }
export type Client = SupabaseClient<Contract>

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** The part of a demo user's email address before the @. */
export type Login =
  | 'facility'
  | 'facility2'
  | 'contractor'
  | 'contractor2'
  | 'consultant'
  | 'consultant2'
  | 'admin'

export const visitor: Client = createClient<Contract>(target.url, secrets.anonKey, { auth })
export const server: Client = createClient<Contract>(target.url, secrets.serviceRoleKey, { auth })

export function withToken(token: string): Client {
  return createClient<Contract>(target.url, secrets.anonKey, {
    accessToken: () => Promise.resolve(token),
  })
}

const demoUsers = await server.from('admin_user_list').select('id, email').throwOnError()
const ids = new Map(demoUsers.data.map(({ email, id }) => [email, id]))

export function idOf(login: Login): string {
  const id = ids.get(`${login}@mendwell.test`)
  assert.ok(id, `The demo has no ${login}.`)
  return id
}

const clients = new Map<string, Client>()

export function clientFor(login: Login): Client {
  return clientOfUser(idOf(login))
}

export function clientOfUser(id: string): Client {
  const existing = clients.get(id)
  if (existing) return existing
  const client = withToken(tokenFor(id))
  clients.set(id, client)
  return client
}

/** Returns the client without the types of the contract, for requests that these types forbid. */
export function untyped(client: Client): SupabaseClient {
  return client
}
