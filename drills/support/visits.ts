// Simulates users who come one after another. Each user signs in, subscribes, reads, and leaves.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../tests/support/server.ts'
import { askedAs, visitor } from './visitor.ts'

const stays = 250

export class Visits {
  /** The number of finished visits. */
  came = 0
  readonly failures: string[] = []
  readonly #server: Server
  #isOver = false

  constructor(server: Server) {
    this.#server = server
  }

  /** Runs until `stop` is called. */
  async run() {
    while (!this.#isOver) {
      await this.#one().catch((error: unknown) => this.failures.push(String(error)))
      this.came += 1
    }
  }

  stop() {
    this.#isOver = true
  }

  async #one() {
    const person = await visitor(this.#server, this.came % 2 ? 'contractor2' : 'facility2')
    const line = await person.follow()
    const { status } = await askedAs(person)
    if (status !== 200) this.failures.push(`A read was answered with ${status}.`)
    await sleep(stays)
    if (line.isClosed()) this.failures.push('A line was closed.')
    line.leave()
  }
}
