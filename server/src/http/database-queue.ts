// Limits the database requests of each user. The data and file dialects share one queue, because they share the
// connections.
import type { ConnectionUser } from '../postgres/pool/connection-user.ts'
import type { RequestLimits } from '../postgres/settings.ts'
import { FairQueue } from './fair-queue.ts'
import { type Identity, isServerKey } from './identity.ts'
import { TimeBudget } from './time-budget.ts'

interface QueuedUser {
  /** The id of the user, or the network address of a visitor. */
  key: string
  /** Undefined for a visitor without a token. */
  identity: Identity | undefined
}

export class DatabaseQueue {
  readonly #queue = new FairQueue()
  readonly #budget: TimeBudget

  constructor(limits: () => RequestLimits) {
    this.#budget = new TimeBudget(() => limits().database)
  }

  /** Throws TooManyRequests if the user's budget of database time is used up. The server's own key has no budget. */
  run<Result>(
    { key, identity }: QueuedUser,
    task: (user: ConnectionUser | undefined) => Promise<Result>,
  ): Promise<Result> {
    const isServer = identity !== undefined && isServerKey(identity)
    if (isServer) return this.#queue.run(`server ${key}`, () => task(undefined))
    return this.#queue.run(key, () => task(this.#budget.userFor(key)))
  }
}
