import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * Returns whether React has hydrated the page. Until then the page shows the prerendered markup, which does not depend
 * on the URL.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
