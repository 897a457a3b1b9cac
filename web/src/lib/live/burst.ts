/** In milliseconds. */
const pause = 250

/**
 * Runs at the first call at once. Calls that come while it runs, or in the pause after its start, become one more
 * run.
 */
export function makeBurst(run: () => Promise<void>, wait = pause) {
  let isBusy = false
  let isDue = false
  const start = async () => {
    isBusy = true
    await Promise.allSettled([run(), new Promise((resolve) => setTimeout(resolve, wait))])
    isBusy = false
    if (!isDue) return
    isDue = false
    void start()
  }
  return () => {
    if (isBusy) isDue = true
    else void start()
  }
}
