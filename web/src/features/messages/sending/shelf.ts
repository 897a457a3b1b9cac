import * as z from 'zod/mini'
import { followKept, forget, keep, keptKey, keysBelow, readKept } from '#lib/kept.ts'
import type { Outgoing, Shelf } from '../conversation/outbox.ts'

const outgoing = z.object({
  clientId: z.string(),
  conversationId: z.string(),
  jobId: z.nullable(z.string()),
  consultationId: z.nullable(z.string()),
  recipientId: z.string(),
  content: z.string(),
  turn: z.number(),
  refusal: z.optional(z.string()),
})

/** The queue on this device. Where nothing can be kept, it lives as long as the page. */
export function shelfOf(userId: string): Shelf {
  const start = keptKey(userId, 'outgoing', '')
  const homeless = new Map<string, Outgoing>()
  const kept = () =>
    keysBelow(start).flatMap((key) => {
      const { success, data } = outgoing.safeParse(readKept(key))
      return success ? [data] : []
    })
  return {
    all: () => [...kept(), ...homeless.values()],
    put: (one) => {
      // What is kept of it from before would stand beside it, and goes out again and again.
      forget(start + one.clientId)
      if (keep(start + one.clientId, one)) homeless.delete(one.clientId)
      else homeless.set(one.clientId, one)
    },
    remove: (clientId) => {
      homeless.delete(clientId)
      forget(start + clientId)
    },
    subscribe: (listener) => followKept(start, listener),
  }
}
