import type { QueuePriority } from './priority-queue.ts'

/** The user for whom a request uses a connection. */
export interface ConnectionUser {
  /** True if the user has used much connection time lately. */
  readonly isHeavy: boolean
  /** The connection time that the user has used lately, in milliseconds. */
  readonly usedMs: number
  /** Starts to count connection time, and returns a function that stops counting. */
  startUse: () => () => void
}

export interface QueueTicket {
  priority: QueuePriority
  /** Undefined for the server's own work, which is neither slowed down nor cancelled. */
  user?: ConnectionUser | undefined
  /** True if the statements are expensive, so that few of them may run at the same time. */
  isExpensive?: boolean
  /** True if a second request of the user would only wait for the locks of the first. */
  isExclusive?: boolean
}
