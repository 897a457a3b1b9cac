// Computes bcrypt hashes in threads with a low priority, so that many sign-ins do not slow down other requests (0068).
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { tooOften } from '../errors.ts'

export interface PasswordTask {
  password: string
  /** The hash to compare with, or the cost of a new hash. */
  hash: string | { cost: number }
}

/** Leaves one processor free for other work. Four threads check about 80 passwords a second, and each uses 20 MB. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
/** This is half the time after which a request is refused anyway. */
const maxWaitMs = 15_000

const program = new URL('password-worker.ts', import.meta.url)
/** Without these limits, V8 reserves more memory for each thread. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

let admittedCount = 0
let runningCount = 0
/** A moving average of the durations of tasks. */
let taskMs = 50
const idleThreads: Worker[] = []
const queue: (() => void)[] = []

/**
 * Runs work that calls `runTask` once. If too many others wait, the work is refused before it begins. The refusal
 * tells how long the queue is.
 */
export async function admit<Result>(work: () => Promise<Result>): Promise<Result> {
  const waitMs = (admittedCount * taskMs) / maxThreads
  if (waitMs > maxWaitMs) throw tooOften(Math.ceil(waitMs / 1000))
  admittedCount += 1
  try {
    return await work()
  } finally {
    admittedCount -= 1
  }
}

/** Runs the tasks in the order of the calls. */
export async function runTask(task: PasswordTask): Promise<unknown> {
  if (runningCount >= maxThreads) await new Promise<void>((resolve) => queue.push(resolve))
  else runningCount += 1
  try {
    return await runInThread(task)
  } finally {
    const next = queue.shift()
    // The next task takes this place, so the count stays the same.
    if (next) next()
    else runningCount -= 1
  }
}

/** Starts a thread only if none is idle. If a task throws, its thread ends and `once` rejects. */
async function runInThread(task: PasswordTask) {
  const startedAt = performance.now()
  const thread = idleThreads.pop() ?? new Worker(program, { resourceLimits })
  thread.ref()
  thread.postMessage(task, [])
  const results: unknown[] = await once(thread, 'message')
  taskMs += (performance.now() - startedAt - taskMs) / 10
  // An idle thread does not keep the process alive.
  thread.unref()
  idleThreads.push(thread)
  return results[0]
}
