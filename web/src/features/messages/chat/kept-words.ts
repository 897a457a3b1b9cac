// What stands in the box of a conversation, kept until it is sent. All tabs of a person share it.
import * as z from 'zod/mini'
import { followKept, forget, keep, keptKey, readKept } from '#lib/kept.ts'
import { noWords, type Words, type WordsShelf } from '../conversation/box.ts'

const kept = z.object({ text: z.string(), from: z.optional(z.string()) })
const keyOf = (me: string, conversationId: string) => keptKey(me, 'words', conversationId)

export function readWords(me: string, conversationId: string): Words {
  const { data } = kept.safeParse(readKept(keyOf(me, conversationId)))
  return data ? { text: data.text, from: data.from } : noWords
}

export function wordsShelfOf(me: string, conversationId: string): WordsShelf {
  const key = keyOf(me, conversationId)
  return {
    read: () => readWords(me, conversationId),
    put: (words) => {
      if (words.text === '') forget(key)
      else keep(key, words)
    },
    subscribe: (listener) => followKept(key, listener),
  }
}
