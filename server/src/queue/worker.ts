// Does what the outbox holds: some rows at a time, and of those no more than two of one kind. So what takes long, as mails
// do where the mail server is slow, leaves room for others.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../postgres/database.ts'
import { isConnectionLost } from '../postgres/error-code.ts'
import { type Claim, claimNext } from '../postgres/outbox.ts'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { NeverAgain } from './permanent-failure.ts'
import { NotNow } from './retry-later.ts'

export interface Work {
  id: string
  payload: unknown
  createdAt: Date
}

/** It may be called again for what it has done: the end of the work may not have been noted. */
export type Handler = (work: Work) => Promise<void>

/** By the kind of row. */
export type Handlers = ReadonlyMap<string, Handler>

interface Options {
  pool: Pool
  handlers: Handlers
  log: Log
}

const mostAtOnce = 4
const mostOfOneKind = 2
/** For work that runs when the stop is asked for; what takes longer is begun again at the next start. */
const lastWorkTakes = 2000

export class Worker {
  readonly #pool: Pool
  readonly #handlers: Handlers
  readonly #log: Log
  readonly #claims = new Set<Claim>()
  readonly #running = new Set<Promise<void>>()
  readonly #unknownKinds = new Set<string>()
  #isLooking = false
  #mayBeMore = false
  #isClosing = false

  constructor({ pool, handlers, log }: Options) {
    this.#pool = pool
    this.#handlers = handlers
    this.#log = log
  }

  /** There may be work. */
  wake() {
    this.#mayBeMore = true
    if (!this.#isLooking) this.#run(this.#look())
  }

  async close() {
    this.#isClosing = true
    const over = Promise.all(this.#running)
    await Promise.race([over, sleep(lastWorkTakes, undefined, { ref: false })])
    for (const claim of this.#claims) claim.letGo()
  }

  #run(work: Promise<void>) {
    const running = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** One look at a time: each counts on what the ones before it found. */
  async #look() {
    this.#isLooking = true
    while (this.#mayBeMore && !this.#isClosing && this.#claims.size < mostAtOnce) {
      this.#mayBeMore = false
      const claim = await this.#claim()
      if (claim) this.#begin(claim)
    }
    this.#isLooking = false
  }

  #begin(claim: Claim) {
    // The stop was asked for while it looked.
    if (this.#isClosing) {
      claim.letGo()
      return
    }
    this.#mayBeMore = true
    this.#claims.add(claim)
    this.#run(this.#finish(claim))
  }

  async #finish(claim: Claim) {
    await this.#do(claim)
    this.#claims.delete(claim)
    this.wake()
  }

  /** Those of which no more may be done for now. */
  #fullKinds() {
    const kinds = [...this.#claims].map(({ item }) => item.kind)
    return kinds.filter((kind) => kinds.filter((other) => other === kind).length >= mostOfOneKind)
  }

  async #claim() {
    try {
      return await claimNext(this.#pool, this.#fullKinds())
    } catch (error) {
      // While the database is away this happens each second, and others say so.
      const level = isConnectionLost(error) ? 'debug' : 'warn'
      this.#log[level](`Looking for work failed: ${messageOf(error)}`)
      return undefined
    }
  }

  async #do(claim: Claim) {
    const { kind, id } = claim.item
    const name = `The work "${kind}" (${id})`
    const failure = await this.#handle(claim).catch((error: unknown) => ({ error }))
    try {
      if (failure) await this.#fail(claim, name, failure.error)
      else await claim.done()
    } catch (error) {
      if (this.#isClosing) return
      const what = failure ? 'failed' : 'is done'
      this.#log.warn(
        `${name} ${what}, which could not be noted: it is done again. ${messageOf(error)}`,
      )
    }
  }

  async #handle({ item: { kind, id, payload, createdAt } }: Claim) {
    const handler = this.#handlers.get(kind)
    if (!handler) throw new UnknownKind('This server does not know such work.')
    await handler({ id, payload, createdAt })
  }

  async #fail(claim: Claim, name: string, error: unknown) {
    if (error instanceof NotNow) return claim.postpone(error.pause)
    const reason = messageOf(error)
    const { attempts, pause } = await claim.failed(reason, error instanceof NeverAgain)
    if (pause === undefined) {
      this.#log.error(`${name} is given up (attempt ${attempts}): ${reason}`)
    } else if (!(error instanceof UnknownKind) || this.#isNew(claim.item.kind)) {
      this.#log.warn(`${name} failed and is tried again in ${pause} s: ${reason}`)
    }
  }

  #isNew(kind: string) {
    const isNew = !this.#unknownKinds.has(kind)
    this.#unknownKinds.add(kind)
    return isNew
  }
}

/** A server of a newer release may know it. */
class UnknownKind extends Error {}
