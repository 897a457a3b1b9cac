import { setTimeout as sleep } from 'node:timers/promises'
import { JobWorkload } from './job-workload.ts'
import type { Person } from './people.ts'

const pauseMs = 50
const timeoutMs = 30_000

/** Simulates a facility and a contractor who read and write with short pauses. */
export class LightLoad {
  /** The duration of each successful read, in seconds. */
  readonly reads: number[] = []
  readonly failures: string[] = []
  readonly #people: { facility: Person; contractor: Person }
  readonly #workload: JobWorkload
  readonly #abortController = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(facility: Person, contractor: Person) {
    this.#people = { facility, contractor }
    this.#workload = new JobWorkload(facility, contractor, pauseMs)
  }

  get awardedCount() {
    return this.#workload.awarded.length
  }

  /** Runs this number of jobs, each from the posting to the award. */
  async runJobs(jobs: number) {
    await this.#workload.run(4, jobs)
  }

  start() {
    const { facility, contractor } = this.#people
    this.#running = Promise.all([
      this.#workload.run(1),
      this.#read(facility, 'jobs?select=*,bids(*)&limit=10'),
      this.#read(contractor, 'dashboard_available_jobs?select=*&order=created_at.desc&limit=10'),
    ])
  }

  async stop() {
    this.#workload.stop()
    this.#abortController.abort()
    await this.#running
    this.failures.push(...this.#workload.refusals, ...this.#workload.retryReasons)
  }

  async #read({ url, headers }: Person, path: string) {
    while (!this.#abortController.signal.aborted) {
      const start = performance.now()
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const response = await fetch(`${url}/rest/v1/${path}`, { headers, signal })
        await response.text()
        if (response.ok) this.reads.push((performance.now() - start) / 1000)
        else this.failures.push(`${path}: ${response.status}`)
      } catch (error) {
        this.failures.push(`${path}: ${String(error)}`)
      }
      await sleep(pauseMs)
    }
  }
}
