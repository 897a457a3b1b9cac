import * as z from 'zod/mini'
import {
  subscribeToStore,
  removeValue,
  storeValue,
  storeKey,
  keysWithPrefix,
  readValue,
} from '#lib/local-store.ts'
import type { Outgoing, Shelf } from './outbox.ts'

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
  const start = storeKey(userId, 'outgoing', '')
  const homeless = new Map<string, Outgoing>()
  const kept = () =>
    keysWithPrefix(start).flatMap((key) => {
      const { success, data } = outgoing.safeParse(readValue(key))
      return success ? [data] : []
    })
  return {
    all: () => [...kept(), ...homeless.values()],
    put: (one) => {
      // What is kept of it from before would stand beside it, and goes out again and again.
      removeValue(start + one.clientId)
      if (storeValue(start + one.clientId, one)) homeless.delete(one.clientId)
      else homeless.set(one.clientId, one)
    },
    remove: (clientId) => {
      homeless.delete(clientId)
      removeValue(start + clientId)
    },
    subscribe: (listener) => subscribeToStore(start, listener),
  }
}
