import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a condition, and fails when the time is over. */
export async function until(happened: () => boolean | Promise<boolean>, patience = 30_000) {
  const deadline = Date.now() + patience
  while (!(await happened())) {
    if (Date.now() > deadline) throw new Error(`Not within ${patience} ms: ${happened.toString()}`)
    await sleep(20)
  }
}
