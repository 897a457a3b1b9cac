// Runs jobs from the posting through a bid and a message to the award. Each action has an
// idempotency key. If there is no response, the outcome is unknown and the action is retried.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Person } from './people.ts'

export interface Errand {
  jobId: string
  messageId: string
}

const made = z.tuple([z.object({ id: z.string() })])
const patience = 15_000

export class Errands {
  /** The jobs whose actions were all acknowledged. */
  readonly done: Errand[] = []
  /** The ids of the jobs whose posting was acknowledged, even if a later action failed. */
  readonly posted: string[] = []
  /** Returns the number of retries after a missing response or a server error. */
  get repeats() {
    return this.troubles.length
  }
  /** The server errors and connection errors that led to a retry. */
  readonly troubles: string[] = []
  readonly refusals: string[] = []
  readonly #over = new AbortController()
  readonly #facility: Person
  readonly #contractor: Person
  readonly #pause: number

  /** @param pause  The pause after each job, in milliseconds. */
  constructor(facility: Person, contractor: Person, pause = 0) {
    this.#facility = facility
    this.#contractor = contractor
    this.#pause = pause
  }

  /** Runs `lanes` jobs at once, until `stop` is called or `most` jobs have begun. */
  async run(lanes: number, most = Infinity) {
    let begun = 0
    const lane = async () => {
      while (!this.#over.signal.aborted && begun < most) {
        begun += 1
        await this.#one().catch((error: unknown) => this.refusals.push(String(error)))
        if (this.#pause > 0) await sleep(this.#pause)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  stop() {
    this.#over.abort()
  }

  async #one() {
    const [facility, contractor] = [this.#facility, this.#contractor]
    const [job] = made.parse(
      await this.#act(facility, 'jobs', {
        facility_id: facility.id,
        title: 'Mend the roof',
        description: 'It leaks above the loading dock.',
        budget: 100,
      }),
    )
    this.posted.push(job.id)
    const [bid] = made.parse(
      await this.#act(contractor, 'bids', {
        job_id: job.id,
        contractor_id: contractor.id,
        amount: 90,
      }),
    )
    const messageId = randomUUID()
    await this.#act(contractor, 'messages', {
      client_id: messageId,
      job_id: job.id,
      sender_id: contractor.id,
      recipient_id: facility.id,
      content: 'When may I come?',
    })
    await this.#act(facility, 'rpc/accept_and_reject_bids', {
      selected_bid_id: bid.id,
      job_id: job.id,
    })
    this.done.push({ jobId: job.id, messageId })
  }

  async #act({ url, headers }: Person, path: string, body: object): Promise<unknown> {
    const request = {
      method: 'POST',
      headers: { ...headers, prefer: 'return=representation', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    }
    for (;;) {
      const answer = await responseTo(`${url}/rest/v1/${path}`, request)
      const isAnswered = answer.status > 0
      if (isAnswered && answer.status < 300) return answer.json
      if (isAnswered && answer.status < 500) {
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      }
      this.troubles.push(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      await sleep(50)
    }
  }
}

/** Returns the response. Status 0 means that there was no complete response. */
async function responseTo(url: string, request: RequestInit) {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(patience) })
    const text = await answer.text()
    // A proxy's error page is not JSON.
    const isOurs = answer.headers.get('content-type')?.includes('json') ?? false
    const json: unknown = isOurs ? JSON.parse(text) : text
    return { status: answer.status, json }
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    return { status: 0, json: String(cause ?? error) }
  }
}
