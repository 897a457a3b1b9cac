import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing } from './errors/explain.ts'

/** @param onFailure  Told of every failure; where it is shown is for the screen that asked. */
export function makeQueryClient(onFailure: (error: unknown) => void) {
  // It hears of changes alone, and this page may have been opened without a network.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal stays one; only what was lost on the way is asked for again.
        retry: (failures, error) => failures < 2 && isPassing(error) && navigator.onLine,
        // Without a network the browser's own failure says so at once, with Retry beside it.
        networkMode: 'always',
        // Which that mode would leave out.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
