import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition is true, and throws after `timeoutMs` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 30_000) {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`Not within ${timeoutMs} ms: ${condition.toString()}`)
    await sleep(20)
  }
}
