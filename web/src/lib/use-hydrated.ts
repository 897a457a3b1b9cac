import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page is alive. Until then it shows what the build knew, which is nothing of the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
