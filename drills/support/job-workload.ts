// Creates and awards jobs: a facility posts a job, a contractor bids on it and writes a message, and
// the facility accepts the bid. Each action has an idempotency key, so an action without a response
// can be retried.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Person } from './people.ts'

export interface AwardedJob {
  jobId: string
  messageId: string
}

const createdRows = z.tuple([z.object({ id: z.string() })])
const timeoutMs = 15_000

export class JobWorkload {
  /** The jobs whose actions were all acknowledged. */
  readonly awarded: AwardedJob[] = []
  /** The ids of the jobs whose posting was acknowledged, even if a later action failed. */
  readonly posted: string[] = []
  /** Returns the number of retries after a missing response or a server error. */
  get retries() {
    return this.retryReasons.length
  }
  /** The server errors and connection errors that led to a retry. */
  readonly retryReasons: string[] = []
  readonly refusals: string[] = []
  readonly #abortController = new AbortController()
  readonly #facility: Person
  readonly #contractor: Person
  readonly #pauseMs: number

  /** @param pauseMs  The pause after each job, in milliseconds. */
  constructor(facility: Person, contractor: Person, pauseMs = 0) {
    this.#facility = facility
    this.#contractor = contractor
    this.#pauseMs = pauseMs
  }

  /**
   * Runs `concurrency` jobs at the same time, until `stop` is called or `maxJobs` jobs have begun.
   */
  async run(concurrency: number, maxJobs = Infinity) {
    let startedCount = 0
    const runJobs = async () => {
      while (!this.#abortController.signal.aborted && startedCount < maxJobs) {
        startedCount += 1
        await this.#runJob().catch((error: unknown) => this.refusals.push(String(error)))
        if (this.#pauseMs > 0) await sleep(this.#pauseMs)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, runJobs))
  }

  stop() {
    this.#abortController.abort()
  }

  async #runJob() {
    const [facility, contractor] = [this.#facility, this.#contractor]
    const [job] = createdRows.parse(
      await this.#send(facility, 'jobs', {
        facility_id: facility.id,
        title: 'Mend the roof',
        description: 'It leaks above the loading dock.',
        budget: 100,
      }),
    )
    this.posted.push(job.id)
    const [bid] = createdRows.parse(
      await this.#send(contractor, 'bids', {
        job_id: job.id,
        contractor_id: contractor.id,
        amount: 90,
      }),
    )
    const messageId = randomUUID()
    await this.#send(contractor, 'messages', {
      client_id: messageId,
      job_id: job.id,
      sender_id: contractor.id,
      recipient_id: facility.id,
      content: 'When may I come?',
    })
    await this.#send(facility, 'rpc/accept_and_reject_bids', {
      selected_bid_id: bid.id,
      job_id: job.id,
    })
    this.awarded.push({ jobId: job.id, messageId })
  }

  async #send({ url, headers }: Person, path: string, body: object): Promise<unknown> {
    const request = {
      method: 'POST',
      headers: { ...headers, prefer: 'return=representation', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    }
    for (;;) {
      const response = await sendRequest(`${url}/rest/v1/${path}`, request)
      const hasResponse = response.status > 0
      if (hasResponse && response.status < 300) return response.json
      if (hasResponse && response.status < 500) {
        throw new Error(`${path}: ${response.status} ${JSON.stringify(response.json)}`)
      }
      this.retryReasons.push(`${path}: ${response.status} ${JSON.stringify(response.json)}`)
      await sleep(50)
    }
  }
}

/** Returns the response. Status 0 means that there was no complete response. */
async function sendRequest(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    // A proxy's error page is not JSON.
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const json: unknown = isJson ? JSON.parse(text) : text
    return { status: response.status, json }
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    return { status: 0, json: String(cause ?? error) }
  }
}
