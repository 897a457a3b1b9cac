import { useEffect, useState } from 'react'

/** Returns the number of seconds until this time, or 0 after it. */
export function useSecondsUntil(timeMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((timeMs - nowMs) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return seconds
}
