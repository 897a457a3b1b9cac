// The session as the client keeps it, for when there is no network to make a client.
import * as z from 'zod/mini'
import { sessionEntries } from './session-entries.ts'
import type { Told } from './session-state.ts'

const kept = z.object({
  access_token: z.string(),
  user: z.object({
    id: z.string(),
    email: z.optional(z.string()),
    app_metadata: z.object({ role: z.optional(z.string()) }),
    factors: z.optional(z.array(z.object({ status: z.string() }))),
  }),
})

export function keptSession(): Told | undefined {
  const sessions = sessionEntries().map((key) => kept.safeParse(parsed(localStorage.getItem(key))))
  return sessions.find(({ success }) => success)?.data
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
