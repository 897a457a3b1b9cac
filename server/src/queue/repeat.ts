import { setTimeout as sleep } from 'node:timers/promises'

interface Pace {
  /** Until the first time, and from the end of one time to the next; in milliseconds. */
  first: number
  pause: number
  failed: (error: unknown) => void
}

/** Returns a function that ends it, and waits for what runs. */
export function repeat(work: () => Promise<void>, { first, pause, failed }: Pace) {
  const end = new AbortController()
  const running = run()

  async function run() {
    for (let wait = first; await isOver(wait); wait = pause) await work().catch(failed)
  }

  /** False when the end comes first. */
  function isOver(wait: number) {
    return sleep(wait, true, { signal: end.signal, ref: false }).catch(() => false)
  }

  return async () => {
    end.abort()
    await running
  }
}
