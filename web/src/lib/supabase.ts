import type { makeClient } from './supabase-client.ts'

export type Client = Awaited<ReturnType<typeof makeClient>>

let client: Promise<Client> | undefined

/** If creating the client failed, the next call tries again. */
export function supabase(): Promise<Client> {
  client ??= load().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function load() {
  const { makeClient } = await import('./supabase-client.ts')
  return makeClient()
}
