import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Before hydration, the page shows the prerendered markup, which does not depend on the URL. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
