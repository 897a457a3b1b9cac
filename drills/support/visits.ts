// Simulates a series of users. Each user signs in, subscribes, reads, and leaves before the next one comes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../tests/support/server.ts'
import { readJobsAs, signInVisitor } from './visitor.ts'

const stayMs = 250

export class Visits {
  /** The number of finished visits. */
  finished = 0
  readonly failures: string[] = []
  readonly #server: Server
  #isOver = false

  constructor(server: Server) {
    this.#server = server
  }

  async run() {
    while (!this.#isOver) {
      await this.#visit().catch((error: unknown) => this.failures.push(String(error)))
      this.finished += 1
    }
  }

  stop() {
    this.#isOver = true
  }

  async #visit() {
    const visitor = await signInVisitor(
      this.#server,
      this.finished % 2 ? 'contractor2' : 'facility2',
    )
    const subscription = await visitor.subscribe()
    const { status } = await readJobsAs(visitor)
    if (status !== 200) this.failures.push(`A read was answered with ${status}.`)
    await sleep(stayMs)
    if (subscription.isClosed()) this.failures.push('A socket was closed.')
    subscription.close()
  }
}
