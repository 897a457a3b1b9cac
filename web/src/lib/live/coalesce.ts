/** In milliseconds. */
const pause = 250
const longestRest = 10_000
/** Of the time, a run with a rest takes one part in so many at most. */
const parts = 4

/**
 * Runs at the first call at once. Calls that come while it runs, or in the pause after its start, become one more
 * run.
 */
export function coalesced(run: () => Promise<void>, wait = pause) {
  let isBusy = false
  let isDue = false
  const start = async () => {
    isBusy = true
    await Promise.allSettled([run(), sleep(wait)])
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

/** The longer it takes, the longer it rests after it: where many read the same at once, each waits for the others. */
export async function withCooldown(run: () => Promise<void>) {
  const since = Date.now()
  try {
    await run()
  } finally {
    await sleep(Math.min((Date.now() - since) * (parts - 1), longestRest))
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
