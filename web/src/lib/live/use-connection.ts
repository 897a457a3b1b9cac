import { useSyncExternalStore } from 'react'
import { line } from './line.ts'

/** Whether news arrive: "reconnecting" only once the line is missed for a while. */
export function useConnection() {
  return useSyncExternalStore(line.subscribe, line.get, () => 'online' as const)
}
