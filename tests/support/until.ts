import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition is true. Throws if it is still false after `patience` milliseconds. */
export async function until(happened: () => boolean | Promise<boolean>, patience = 30_000) {
  const deadline = Date.now() + patience
  while (!(await happened())) {
    if (Date.now() > deadline) throw new Error(`Not within ${patience} ms: ${happened.toString()}`)
    await sleep(20)
  }
}
