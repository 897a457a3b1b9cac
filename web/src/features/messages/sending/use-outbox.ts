import { useSyncExternalStore } from 'react'
import { outboxOf } from './outbox-of.ts'

export function useOutbox(userId: string) {
  const outbox = outboxOf(userId)
  const queue = useSyncExternalStore(outbox.subscribe, outbox.get)
  return { outbox, queue }
}
