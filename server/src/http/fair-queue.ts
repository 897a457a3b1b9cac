// Limits how many tasks each user runs at the same time, so that no user takes all database connections.
import { NoConnectionError } from '../postgres/pool/request-pool.ts'
import { TooManyRequests } from './rate-limits.ts'

interface FairQueueOptions {
  maxRunning: number
  maxWaiting: number
  timeoutMs: number
}

/** Six tasks of one user leave two of the eight shared database connections for other users. */
const defaultOptions: FairQueueOptions = { maxRunning: 6, maxWaiting: 100, timeoutMs: 10_000 }

interface UserQueue {
  running: number
  waiting: (() => void)[]
}

export class FairQueue {
  readonly #options: FairQueueOptions
  #queues = new Map<string, UserQueue>()

  constructor(options = defaultOptions) {
    this.#options = options
  }

  /** An abort removes a waiting task from the queue. */
  async run<Result>(
    key: string,
    task: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    if (queue.running >= this.#options.maxRunning) await waitForTurn(queue, this.#options, signal)
    else queue.running += 1
    try {
      signal?.throwIfAborted()
      return await task()
    } finally {
      const next = queue.waiting.shift()
      // The next waiting task takes over this task's place, so the number of running tasks stays the same.
      if (next) next()
      else queue.running -= 1
      if (queue.running === 0) this.#queues.delete(key)
    }
  }
}

async function waitForTurn(
  { waiting }: UserQueue,
  { maxWaiting, timeoutMs }: FairQueueOptions,
  signal?: AbortSignal,
) {
  if (waiting.length >= maxWaiting) throw new TooManyRequests(1)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = (reason: unknown) => {
    const index = waiting.indexOf(resolve)
    if (index >= 0) waiting.splice(index, 1)
    reject(reason)
  }
  const onAbort = () => leave(signal?.reason)
  const timer = setTimeout(() => leave(new NoConnectionError('No turn in time.')), timeoutMs)
  signal?.addEventListener('abort', onAbort)
  waiting.push(resolve)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** A queue for all users. At most one task per user runs at a time, so users alternate. */
export class SharedFairQueue {
  readonly #perUser: FairQueue
  readonly #shared: FairQueue

  constructor(options: FairQueueOptions) {
    this.#perUser = new FairQueue({ ...options, maxRunning: 1 })
    this.#shared = new FairQueue(options)
  }

  run<Result>(key: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#perUser.run(key, () => this.#shared.run('all', task, signal), signal)
  }
}
