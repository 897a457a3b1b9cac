// Signs in users of the demo.
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Server } from '../../tests/support/server.ts'

export interface Person {
  id: string
  url: string
  /** The publishable API key. */
  key: string
  token: string
  headers: Record<string, string>
}

const publicConfig = z.object({ anonKey: z.string() })

/** Signs a user in directly at the server. Later requests go to `url`, which may be a proxy. */
export async function signInPerson(
  server: Server,
  name: string,
  url = server.url,
): Promise<Person> {
  const { anonKey } = publicConfig.parse(await (await fetch(`${server.url}/config.json`)).json())
  const client = createClient(server.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const email = `${name}@mendwell.test`
  const { data, error } = await client.auth.signInWithPassword({
    email,
    password: 'Mendwell-demo-1',
  })
  if (error) throw error
  const token = data.session.access_token
  const headers = {
    apikey: anonKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  return { id: data.user.id, url, key: anonKey, token, headers }
}
