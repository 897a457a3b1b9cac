// What stands in the box of a conversation, kept until it is sent. All tabs of a person share it.
import * as z from 'zod/mini'
import { subscribeToStore, removeValue, storeValue, storeKey, readValue } from '#lib/local-store.ts'
import { noWords, type Words, type WordsShelf } from './composer-draft.ts'

const kept = z.object({ text: z.string(), from: z.optional(z.string()) })
const keyOf = (me: string, conversationId: string) => storeKey(me, 'words', conversationId)

export function readWords(me: string, conversationId: string): Words {
  const { data } = kept.safeParse(readValue(keyOf(me, conversationId)))
  return data ? { text: data.text, from: data.from } : noWords
}

export function wordsShelfOf(me: string, conversationId: string): WordsShelf {
  const key = keyOf(me, conversationId)
  return {
    read: () => readWords(me, conversationId),
    put: (words) => {
      if (words.text === '') removeValue(key)
      else storeValue(key, words)
    },
    subscribe: (listener) => subscribeToStore(key, listener),
  }
}
