// Queues requests that wait for a connection. A new row makes hundreds of pages reload at the same time. Writes, and
// the reads that notify subscribers, are served before these reloads.

export type QueuePriority = 'urgent' | 'normal'

/** After this many urgent entries the queue serves one normal entry. */
const maxUrgentInARow = 3

export interface QueueEntry {
  priority: QueuePriority
  /** The time when the entry was added, from `performance.now()`. */
  since: number
}

export class PriorityQueue<Entry extends QueueEntry> {
  readonly #entries: Record<QueuePriority, Entry[]> = { urgent: [], normal: [] }
  #urgentInARow = 0

  get length() {
    return this.count('urgent') + this.count('normal')
  }

  count(priority: QueuePriority) {
    return this.#entries[priority].length
  }

  add(entry: Entry) {
    this.#entries[entry.priority].push(entry)
  }

  remove(entry: Entry) {
    this.#entries[entry.priority] = this.#entries[entry.priority].filter((other) => other !== entry)
  }

  /** Removes and returns the next entry. */
  next(): Entry | undefined {
    const isNormalsTurn = this.#urgentInARow >= maxUrgentInARow && this.count('normal') > 0
    const priority = this.count('urgent') === 0 || isNormalsTurn ? 'normal' : 'urgent'
    this.#urgentInARow = priority === 'urgent' ? this.#urgentInARow + 1 : 0
    return this.#entries[priority].shift()
  }

  /** Returns the entry that has waited longest, without removing it. */
  oldest(): Entry | undefined {
    const [urgent, normal] = [this.#entries.urgent[0], this.#entries.normal[0]]
    if (!urgent || !normal) return urgent ?? normal
    return urgent.since <= normal.since ? urgent : normal
  }
}
