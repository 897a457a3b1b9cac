import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { registerServiceWorker } from '#lib/new-version.ts'

/** In milliseconds. */
const quiet = 1000

/** Keeps the app on this device once the page has all it asked for: until then the network is the page's. */
export function useKeptApp() {
  const isBusy = useIsFetching() > 0
  useEffect(() => {
    if (isBusy) return
    const timer = setTimeout(registerServiceWorker, quiet)
    return () => clearTimeout(timer)
  }, [isBusy])
}
