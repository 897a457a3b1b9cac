import * as z from 'zod/mini'
import { readValue, storeValue, subscribeToStore } from '#lib/local-store.ts'
import { keysWithPrefix, removeValue } from '#lib/store-keys.ts'
import type { OutboxStorage, OutgoingMessage } from './outbox.ts'
import { outgoingPrefix } from './sender-needed.ts'

const messageSchema = z.object({
  clientId: z.string(),
  conversationId: z.string(),
  jobId: z.nullable(z.string()),
  consultationId: z.nullable(z.string()),
  recipientId: z.string(),
  content: z.string(),
  turn: z.number(),
  refusal: z.optional(z.string()),
})

/** Stores the send queue on this device. Messages that do not fit stay in memory. */
export function outboxStorage(userId: string): OutboxStorage {
  const prefix = outgoingPrefix(userId)
  const inMemory = new Map<string, OutgoingMessage>()
  const stored = () =>
    keysWithPrefix(prefix).flatMap((key) => {
      const { success, data } = messageSchema.safeParse(readValue(key))
      return success ? [data] : []
    })
  return {
    all: () => [...stored(), ...inMemory.values()],
    put: (message) => {
      // Remove the old version first, because the new version may not fit.
      removeValue(prefix + message.clientId)
      if (storeValue(prefix + message.clientId, message)) inMemory.delete(message.clientId)
      else inMemory.set(message.clientId, message)
    },
    remove: (clientId) => {
      inMemory.delete(clientId)
      removeValue(prefix + clientId)
    },
    subscribe: (listener) => subscribeToStore(prefix, listener),
  }
}
