const pauseMs = 250
const maxCooldownMs = 10_000
/** A task with a cooldown runs for at most one fourth of the time, unless the cooldown reaches its maximum. */
const cooldownShare = 4

/**
 * Returns a function that runs the task. The first call runs it at once. Calls during a run, or within `waitMs` after
 * the start of the run, are combined into one more run.
 */
export function coalesced(run: () => Promise<void>, waitMs = pauseMs) {
  let isBusy = false
  let isDue = false
  const start = async () => {
    isBusy = true
    await Promise.allSettled([run(), sleep(waitMs)])
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

/**
 * Runs the task, and then waits three times as long as the task took, but at most ten seconds. The pause spreads slow
 * reads over time if many clients read the same data.
 */
export async function withCooldown(run: () => Promise<void>) {
  const since = Date.now()
  try {
    await run()
  } finally {
    await sleep(Math.min((Date.now() - since) * (cooldownShare - 1), maxCooldownMs))
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
