// Stores the draft of a conversation for all tabs of a user, until the message is sent.
import * as z from 'zod/mini'
import { readValue, storeValue, subscribeToStore } from '#lib/local-store.ts'
import { removeValue, storeKey } from '#lib/store-keys.ts'
import { type Draft, type DraftStorage, emptyDraft } from './composer-draft.ts'

const draftSchema = z.object({ text: z.string(), from: z.optional(z.string()) })
const draftKey = (me: string, conversationId: string) => storeKey(me, 'words', conversationId)

export function readStoredDraft(me: string, conversationId: string): Draft {
  const { data } = draftSchema.safeParse(readValue(draftKey(me, conversationId)))
  return data ? { text: data.text, from: data.from } : emptyDraft
}

export function draftStorage(me: string, conversationId: string): DraftStorage {
  const key = draftKey(me, conversationId)
  return {
    read: () => readStoredDraft(me, conversationId),
    put: (draft) => {
      if (draft.text === '') removeValue(key)
      else storeValue(key, draft)
    },
    subscribe: (listener) => subscribeToStore(key, listener),
  }
}
