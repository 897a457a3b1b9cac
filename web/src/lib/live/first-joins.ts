/** If a channel takes longer to join than the others, the page does not wait for it. */
const lateJoinMs = 1000

/** Collects the first joins of several channels, and calls `onJoined` once for all of them. */
export class FirstJoins {
  readonly #missing: Set<number>
  readonly #onJoined: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param missing  The indexes of the channels that have not joined yet. */
  constructor(missing: number[], onJoined: () => void) {
    this.#missing = new Set(missing)
    this.#onJoined = onJoined
  }

  /** Notes that a channel has joined. Returns false if that was not its first join. */
  note(index: number): boolean {
    if (!this.#missing.delete(index)) return false
    this.#timer ??= setTimeout(() => this.#finish(), lateJoinMs)
    if (this.#missing.size === 0) this.#finish()
    return true
  }

  stop() {
    clearTimeout(this.#timer)
  }

  #finish() {
    this.stop()
    this.#missing.clear()
    this.#onJoined()
  }
}
