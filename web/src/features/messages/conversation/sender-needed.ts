// Tells when the code that sends messages is needed, because most visits of a page need none of it.
import { useCallback, useState, useSyncExternalStore } from 'react'
import { subscribeToStore } from '#lib/local-store.ts'
import { keysWithPrefix, storeKey } from '#lib/store-keys.ts'
import { Observable } from './observable.ts'

export const outgoingPrefix = (userId: string) => storeKey(userId, 'outgoing', '')

const isRequested = new Observable(false)

/** Loads the code that sends messages, which stays until the user leaves the app. */
export function requestSender() {
  isRequested.set(true)
}

/** Returns whether a chat was shown, or this device has unsent messages of any tab. The answer stays true. */
export function useSenderNeeded(userId: string): boolean {
  const prefix = outgoingPrefix(userId)
  const subscribe = useCallback(
    (listener: () => void) => subscribeToStore(prefix, listener),
    [prefix],
  )
  const hasStored = useSyncExternalStore(subscribe, () => keysWithPrefix(prefix).length > 0)
  const wasRequested = useSyncExternalStore(isRequested.subscribe, isRequested.get)
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (hasStored || wasRequested)) setNeeded(true)
  return isNeeded
}
