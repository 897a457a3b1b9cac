// Measures how old the data of a replica may be, without comparing clocks. A replica that has replayed the primary's
// WAL up to a queried position has everything that was committed before the query.

interface PrimaryPosition {
  position: bigint
  askedAt: number
}

export class ReplicationLag {
  readonly #keptMs: number
  #positions: PrimaryPosition[] = []
  #timeline: number | undefined

  /** Positions older than `maxAgeSeconds` are forgotten. */
  constructor(maxAgeSeconds: number) {
    this.#keptMs = maxAgeSeconds * 1000
  }

  /** The timeline that the primary writes, which changes at a failover. */
  get timeline() {
    return this.#timeline
  }

  /** @param askedAt  The time just before the primary was asked, by the clock of this process. */
  record(position: bigint, timeline: number, askedAt: number) {
    // A replica on the old timeline may have a higher position, but it has no data of the new timeline.
    if (timeline !== this.#timeline) this.#positions = []
    this.#timeline = timeline
    this.#positions = this.#positions.filter((one) => one.askedAt > askedAt - this.#keptMs)
    this.#positions.push({ position, askedAt })
  }

  /** Returns the maximum age of the data at this position, or Infinity if the age is unknown. */
  ageSecondsAt(position: bigint) {
    const passed = this.#positions.findLast((one) => one.position <= position)
    return passed ? (performance.now() - passed.askedAt) / 1000 : Infinity
  }
}
