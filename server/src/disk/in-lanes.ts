/** Some at a time; after the first failure nothing more is begun, and what runs is waited for. */
export async function inLanes<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
) {
  const queue = items.values()
  let isOver = false
  const lanes = Array.from({ length: 8 }, lane)

  async function lane() {
    try {
      for (const item of queue) {
        if (isOver) return
        signal.throwIfAborted()
        await work(item)
      }
    } finally {
      isOver = true
    }
  }

  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}
