// Records the results of jobs in batches: while one batch is being written, the next one collects.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../postgres/database.ts'
import { type JobResult, recordResults } from './outbox.ts'

interface WaitingResult {
  result: JobResult
  /** True if the worker had still claimed the job. */
  resolve: (isRecorded: boolean) => void
  reject: (error: unknown) => void
}

const retryDelayMs = 1000
/** A result is lost if it cannot be recorded within this time, and the job runs again. */
const recordTimeoutMs = 60_000

export class ResultRecorder {
  readonly #pool: Pool
  readonly #worker: number
  #waiting: WaitingResult[] = []
  #isWriting = false
  #isClosing = false

  constructor(pool: Pool, worker: number) {
    this.#pool = pool
    this.#worker = worker
  }

  /** Resolves with false if another worker has claimed the job in the meantime. */
  async record(result: JobResult) {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    this.#waiting.push({ result, resolve, reject })
    if (!this.#isWriting) void this.#writeAll()
    return promise
  }

  /** Ends the retries of results that cannot be recorded. */
  close() {
    this.#isClosing = true
  }

  async #writeAll() {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#write(batch)
    }
    this.#isWriting = false
  }

  async #write(batch: WaitingResult[]) {
    try {
      const recordedIds = await this.#recordWithRetries(batch.map(({ result }) => result))
      for (const { result, resolve } of batch) resolve(recordedIds.has(result.id))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #recordWithRetries(results: JobResult[]) {
    const deadline = Date.now() + recordTimeoutMs
    for (;;) {
      try {
        return await recordResults(this.#pool, this.#worker, results)
      } catch (error) {
        if (this.#isClosing || Date.now() > deadline) throw error
        await sleep(retryDelayMs, undefined, { ref: false })
      }
    }
  }
}
