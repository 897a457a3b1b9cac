/** In milliseconds. */
const pause = 250
/** Of the time, a run takes one part in so many at most. */
const parts = 4

/**
 * Runs at the first call at once. Calls that come while it runs, or in the pause after its start, become one more
 * run. The longer a run takes, the longer is the pause: where many read the same at once, each waits for the others.
 */
export function makeBurst(run: () => Promise<void>, wait = pause) {
  let isBusy = false
  let isDue = false
  const start = async () => {
    isBusy = true
    await Promise.allSettled([withRest(run), sleep(wait)])
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

async function withRest(run: () => Promise<void>) {
  const since = Date.now()
  try {
    await run()
  } finally {
    await sleep((Date.now() - since) * (parts - 1))
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
