// Tracks the requests that use a connection, and decides which waiting requests may use one.
import type { ConnectionUser, QueueTicket } from './connection-user.ts'
import type { RequestClient } from './request-client.ts'

/** A request that takes longer than this counts as slow. */
const slowAfterMs = 250

/** A user who has used database connections for at most this time is ranked as if they had used none. */
const littleMs = 100
const rankPerConnection = 1_000_000

export interface RunningRequest {
  client: RequestClient
  ticket: QueueTicket
  startedAt: number
  /** True if the request was started as one of the few slow requests. */
  startedSlow: boolean
  stopCounting: (() => void) | undefined
  /** Called just before the request is cancelled because fast requests wait. */
  onPreempted: () => void
  /** Resolves to false if a late cancel may still hit the connection. */
  cancelling: Promise<boolean> | undefined
}

export class RunningRequests {
  readonly #maxSlow: number
  readonly #all = new Set<RunningRequest>()

  constructor(maxConnections: number) {
    this.#maxSlow = Math.max(1, Math.floor(maxConnections / 4))
  }

  start(client: RequestClient, ticket: QueueTicket, onPreempted: () => void): RunningRequest {
    const request = {
      client,
      ticket,
      startedAt: performance.now(),
      startedSlow: isSlow(ticket),
      stopCounting: ticket.user?.startUse(),
      onPreempted,
      cancelling: undefined,
    }
    this.#all.add(request)
    return request
  }

  finish(request: RunningRequest) {
    this.#all.delete(request)
    request.stopCounting?.()
  }

  /**
   * Ranks by the user's running requests, and then by the used time. Returns undefined if the request is slow or must
   * wait.
   */
  rankOfFast(ticket: QueueTicket): number | undefined {
    if (isSlow(ticket) || this.#mustWaitForOwn(ticket)) return undefined
    const { user } = ticket
    if (!user) return 0
    const usedMs = user.usedMs > littleMs ? user.usedMs : 0
    return this.#countOf(user) * rankPerConnection + usedMs
  }

  /** Returns the time that the user has used, or undefined if the request must wait. */
  rankOfSlow(ticket: QueueTicket, fastAreWaiting: boolean): number | undefined {
    const isFull = this.#slow().length >= (fastAreWaiting ? 1 : this.#maxSlow)
    if (isFull || this.#mustWaitForOwn(ticket)) return undefined
    return ticket.user?.usedMs ?? 0
  }

  /**
   * Returns at most `needed` requests to cancel, heaviest users first. Keeps as many slow requests as may run at the
   * same time.
   */
  findExcess(needed: number): RunningRequest[] {
    const slow = this.#slow()
    const heaviestFirst = slow
      .filter(({ startedSlow }) => !startedSlow)
      .toSorted((one, other) => usedMsOf(other) - usedMsOf(one))
    return heaviestFirst.slice(0, Math.min(needed, Math.max(0, slow.length - this.#maxSlow)))
  }

  /**
   * Returns the requests that were started as slow requests. Also returns each user request that has run for longer
   * than `slowAfterMs`, unless that request is already being cancelled.
   */
  #slow() {
    const startedBefore = performance.now() - slowAfterMs
    return [...this.#all].filter(
      ({ ticket, startedAt, startedSlow, cancelling }) =>
        startedSlow || (ticket.user && !cancelling && startedAt < startedBefore),
    )
  }

  #countOf(user: ConnectionUser) {
    let count = 0
    for (const { ticket } of this.#all) if (ticket.user === user) count += 1
    return count
  }

  #mustWaitForOwn({ user, isExclusive }: QueueTicket) {
    if (!user || !isExclusive) return false
    for (const { ticket } of this.#all) if (ticket.user === user && ticket.isExclusive) return true
    return false
  }
}

/** Returns whether the statements are expensive, or the user has used much connection time. */
export function isSlow({ isExpensive, user }: QueueTicket) {
  return isExpensive === true || user?.isHeavy === true
}

function usedMsOf({ ticket }: RunningRequest) {
  return ticket.user?.usedMs ?? 0
}
