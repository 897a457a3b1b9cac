// Reads the stored session, because the Supabase client cannot start without a network.
import * as z from 'zod/mini'
import { sessionKeys, type StoredSession } from './session-state.ts'

const storedSession = z.object({
  access_token: z.string(),
  user: z.object({
    id: z.string(),
    email: z.optional(z.string()),
    app_metadata: z.object({ role: z.optional(z.string()) }),
    factors: z.optional(z.array(z.object({ status: z.string() }))),
  }),
})

export function readStoredSession(): StoredSession | undefined {
  const results = sessionKeys().map((key) =>
    storedSession.safeParse(parseJson(localStorage.getItem(key))),
  )
  return results.find(({ success }) => success)?.data
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
