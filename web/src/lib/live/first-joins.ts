/** After the first channel has joined, the page waits this long for the other channels. */
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

  /** Records that a channel has joined. Returns false if the channel had joined before. */
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
