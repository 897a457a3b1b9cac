import { useEffect, useState, useSyncExternalStore } from 'react'
import { Box } from '../conversation/box.ts'
import type { Outbox } from '../conversation/outbox.ts'
import { wordsShelfOf } from './kept-words.ts'

/** The box of a conversation. Its component is keyed by the id. */
export function useBox(me: string, conversationId: string, outbox: Outbox) {
  const [box] = useState(() => new Box(wordsShelfOf(me, conversationId), outbox))
  const { text } = useSyncExternalStore(box.subscribe, box.get)
  useEffect(() => box.open(), [box])
  return { box, text }
}
