import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether React has hydrated the page. Until then it shows the prerendered markup, which knows nothing of the URL. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
