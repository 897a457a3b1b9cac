// What stands in the box of a conversation, kept until it is sent.
import * as z from 'zod/mini'
import { forget, keep, keptKey, readKept } from '../../../lib/kept.ts'

export interface KeptWords {
  text: string
  /** The refused message that these words come from: sending them is its next attempt. */
  from: string | undefined
}

const kept = z.object({ text: z.string(), from: z.optional(z.string()) })
const keyOf = (me: string, conversationId: string) => keptKey(me, 'words', conversationId)

export function readWords(me: string, conversationId: string): KeptWords {
  const { data } = kept.safeParse(readKept(keyOf(me, conversationId)))
  return { text: data?.text ?? '', from: data?.from }
}

export function keepWords(me: string, conversationId: string, words: KeptWords) {
  if (words.text === '') forget(keyOf(me, conversationId))
  else keep(keyOf(me, conversationId), words)
}
