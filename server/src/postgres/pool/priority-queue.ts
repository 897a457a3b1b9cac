// Queues requests that wait for a connection. Writes, and the reads that notify subscribers, come first. Slow requests
// wait in a separate queue.

export type QueuePriority = 'urgent' | 'normal'

export type QueueName = QueuePriority | 'slow'

/** Returns a rank of 0 or higher, or undefined if the entry must wait. The lowest rank goes first. */
type Rank<Entry> = (entry: Entry) => number | undefined

/** After this many urgent entries the queue serves one normal entry. */
const maxUrgentInARow = 3

export interface QueueEntry {
  queue: QueueName
  /** The time when the entry was added, from `performance.now()`. */
  since: number
}

export class PriorityQueue<Entry extends QueueEntry> {
  readonly #entries: Record<QueueName, Entry[]> = { urgent: [], normal: [], slow: [] }
  #urgentInARow = 0

  get length() {
    return this.fastCount + this.count('slow')
  }

  get fastCount() {
    return this.count('urgent') + this.count('normal')
  }

  count(queue: QueueName) {
    return this.#entries[queue].length
  }

  add(entry: Entry) {
    this.#entries[entry.queue].push(entry)
  }

  remove(entry: Entry) {
    const entries = this.#entries[entry.queue]
    const index = entries.indexOf(entry)
    if (index >= 0) entries.splice(index, 1)
  }

  /** Removes and returns the next entry that is not slow. */
  nextFast(rank: Rank<Entry>): Entry | undefined {
    const urgent = findFirst(this.#entries.urgent, rank)
    const isUrgentsTurn = urgent !== undefined && this.#urgentInARow < maxUrgentInARow
    const normal = isUrgentsTurn ? undefined : findFirst(this.#entries.normal, rank)
    const next = normal ?? urgent
    if (!next) return undefined
    this.#urgentInARow = next === urgent ? this.#urgentInARow + 1 : 0
    this.remove(next)
    return next
  }

  /** Removes and returns the next slow entry. */
  nextSlow(rank: Rank<Entry>): Entry | undefined {
    const next = findFirst(this.#entries.slow, rank)
    if (next) this.remove(next)
    return next
  }

  /** Moves fast entries to the slow queue if `isSlow` returns true for them. */
  moveSlow(isSlow: (entry: Entry) => boolean) {
    for (const entry of [...this.#entries.urgent, ...this.#entries.normal].filter(isSlow)) {
      this.remove(entry)
      entry.queue = 'slow'
      this.add(entry)
    }
  }

  /** Counts the fast entries that have a rank and so need not wait. */
  countReady(rank: Rank<Entry>) {
    const { urgent, normal } = this.#entries
    return [...urgent, ...normal].filter((entry) => rank(entry) !== undefined).length
  }

  /** Returns the entry that has waited longest, without removing it. */
  oldest(): Entry | undefined {
    const { urgent, normal, slow } = this.#entries
    const heads = [urgent[0], normal[0], slow[0]].filter((entry) => entry !== undefined)
    return heads.toSorted((one, other) => one.since - other.since)[0]
  }
}

/** Returns the first of the entries with the lowest rank. */
function findFirst<Entry>(entries: readonly Entry[], rank: Rank<Entry>): Entry | undefined {
  let first: Entry | undefined
  let lowest = Infinity
  for (const entry of entries) {
    const own = rank(entry) ?? Infinity
    if (own >= lowest) continue
    first = entry
    lowest = own
    if (lowest === 0) break
  }
  return first
}
