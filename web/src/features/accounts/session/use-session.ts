import { useEffect, useSyncExternalStore } from 'react'
import { sessionStore } from './session-store.ts'

/** Who is signed in; asks for it if nobody has yet. */
export function useSession() {
  useEffect(() => sessionStore.start(), [])
  return useKnownSession()
}

/** The same without asking. */
export function useKnownSession() {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.get)
}
