const pauseMs = 250
/** One action of a user often changes several tables. Its events usually arrive within this time. */
const gatherMs = 50
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

/**
 * Returns a function that refetches the queries under a key after a change by another user. Calls within a short time
 * are gathered, and a key is left out if a shorter gathered key includes it. A cooldown follows each refetch, because
 * many clients get the same event at the same time. The first call for a key can set a longer interval.
 */
export function backgroundRefresher<Key extends readonly unknown[]>(
  refetch: (key: Key) => Promise<void>,
) {
  const refreshes = new Map<string, () => void>()
  let gathered: Key[] = []
  const refreshGathered = () => {
    const keys = gathered.filter((key) => !gathered.some((other) => isInside(key, other)))
    gathered = []
    for (const name of new Set(keys.map((key) => JSON.stringify(key)))) refreshes.get(name)?.()
  }
  return (key: Key, minIntervalMs?: number) => {
    const name = JSON.stringify(key)
    const refresh =
      refreshes.get(name) ?? coalesced(() => withCooldown(() => refetch(key)), minIntervalMs)
    refreshes.set(name, refresh)
    if (gathered.length === 0) setTimeout(refreshGathered, gatherMs)
    gathered.push(key)
  }
}

function isInside(key: readonly unknown[], other: readonly unknown[]) {
  return key.length > other.length && other.every((part, index) => key[index] === part)
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
