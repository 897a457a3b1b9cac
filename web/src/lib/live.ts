// The seam of everything live. A screen names what it shows; how news of it arrive is known here alone. Today
// they are asked for; the socket takes this place without a change to any screen.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const interval = 30_000

/** Keeps every query below the key fresh while the page is looked at. */
export function useLive(...key: string[]) {
  const queries = useQueryClient()
  const path = key.join('/')
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      void queries.invalidateQueries({ queryKey: path.split('/') })
    }
    const timer = setInterval(ask, interval)
    return () => clearInterval(timer)
  }, [queries, path])
}
