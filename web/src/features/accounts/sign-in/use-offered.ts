import { useEffect, useState } from 'react'
import { readOffered, type Way } from '../offered.ts'

/** Where it cannot be read, password and mail are there all the same. */
export function useOffered() {
  const [ways, setWays] = useState<Way[]>([])
  useEffect(() => {
    readOffered().then(setWays, () => undefined)
  }, [])
  return ways
}
