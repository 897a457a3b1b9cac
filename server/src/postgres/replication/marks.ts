// How old what a replica has may be. The primary is asked over and over how far its log is on disk; a replica that has
// replayed to there has all that was acknowledged before that question. No two clocks are compared, and nothing is written.

interface Mark {
  position: bigint
  askedAt: number
}

export class Marks {
  readonly #keptFor: number
  #marks: Mark[] = []
  #timeline: number | undefined

  /** @param keptFor  In seconds: what is older is nobody's concern. */
  constructor(keptFor: number) {
    this.#keptFor = keptFor * 1000
  }

  /** The history that the primary writes; after a failover another one. */
  get timeline() {
    return this.#timeline
  }

  /** @param askedAt  Before the question, by the clock of this process. */
  add(position: bigint, timeline: number, askedAt: number) {
    // A replica that still follows the old history may be ahead in it, and know nothing of the new one.
    if (timeline !== this.#timeline) this.#marks = []
    this.#timeline = timeline
    this.#marks = this.#marks.filter((mark) => mark.askedAt > askedAt - this.#keptFor)
    this.#marks.push({ position, askedAt })
  }

  /** In seconds: all that was acknowledged longer ago is there. Infinity where that cannot be told. */
  ageAt(position: bigint) {
    const passed = this.#marks.findLast((mark) => mark.position <= position)
    return passed ? (performance.now() - passed.askedAt) / 1000 : Infinity
  }
}
