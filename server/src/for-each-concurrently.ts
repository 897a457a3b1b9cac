/** Runs `work` for up to eight items at a time. After a failure, no more items start, but running ones finish. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
) {
  const queue = items.values()
  let hasEnded = false
  const workers = Array.from({ length: 8 }, runWorker)

  async function runWorker() {
    try {
      for (const item of queue) {
        if (hasEnded) return
        signal.throwIfAborted()
        await work(item)
      }
    } finally {
      hasEnded = true
    }
  }

  await Promise.allSettled(workers)
  await Promise.all(workers)
}
