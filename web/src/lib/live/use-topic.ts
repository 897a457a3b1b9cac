// The seam of a conversation's private topic: what is said there and kept nowhere, as that somebody types.
import { useEffect, useEffectEvent } from 'react'
import { follow, send } from './follow.ts'
import type { Broadcast } from './subjects.ts'

interface Topic {
  /** `job:{jobId}:{contractorId}` or `consultation:{id}`; nothing while that is not known yet. */
  topic: string | undefined
  onBroadcast: (broadcast: Broadcast) => void
}

/** Returns what says something there. It is lost where nobody hears it, as everything said there. */
export function useTopic({ topic, onBroadcast }: Topic) {
  const hear = useEffectEvent(onBroadcast)
  useEffect(() => {
    if (!topic) return undefined
    return follow(
      { topic },
      { onBroadcast: (broadcast) => hear(broadcast), onGap: () => undefined },
    )
  }, [topic])
  return (event: string, payload: Record<string, unknown> = {}) => {
    if (topic) send(topic, event, payload)
  }
}
