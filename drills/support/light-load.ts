import { setTimeout as sleep } from 'node:timers/promises'
import { Errands } from './errands.ts'
import type { Person } from './people.ts'

const pause = 50
const patience = 30_000

/** Simulates a facility and a contractor who read and write with short pauses. */
export class LightLoad {
  /** The duration of each successful read, in seconds. */
  readonly reads: number[] = []
  readonly failures: string[] = []
  readonly #people: { facility: Person; contractor: Person }
  readonly #errands: Errands
  readonly #over = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(facility: Person, contractor: Person) {
    this.#people = { facility, contractor }
    this.#errands = new Errands(facility, contractor, pause)
  }

  get written() {
    return this.#errands.done.length
  }

  /** Runs this many jobs from the posting to the award. */
  async write(jobs: number) {
    await this.#errands.run(4, jobs)
  }

  begin() {
    const { facility, contractor } = this.#people
    this.#running = Promise.all([
      this.#errands.run(1),
      this.#read(facility, 'jobs?select=*,bids(*)&limit=10'),
      this.#read(contractor, 'dashboard_available_jobs?select=*&order=created_at.desc&limit=10'),
    ])
  }

  async end() {
    this.#errands.stop()
    this.#over.abort()
    await this.#running
    this.failures.push(...this.#errands.refusals, ...this.#errands.troubles)
  }

  async #read({ url, headers }: Person, what: string) {
    while (!this.#over.signal.aborted) {
      const since = performance.now()
      try {
        const signal = AbortSignal.timeout(patience)
        const answer = await fetch(`${url}/rest/v1/${what}`, { headers, signal })
        await answer.text()
        if (answer.ok) this.reads.push((performance.now() - since) / 1000)
        else this.failures.push(`${what}: ${answer.status}`)
      } catch (error) {
        this.failures.push(`${what}: ${String(error)}`)
      }
      await sleep(pause)
    }
  }
}
