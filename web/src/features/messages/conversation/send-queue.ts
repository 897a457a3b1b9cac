// The way out of one conversation: its messages go one after the other, and wait a while after an attempt that did not
// get through. What is stuck in one conversation holds up no other.

/** In milliseconds. */
const pauses = [300, 1000, 2000, 5000]

interface Parts {
  /** Makes the next attempt, and says whether it got through. */
  sendNext: () => Promise<boolean>
  /** Whether there is anything to send, and somebody who wants it sent. */
  hasNext: () => boolean
}

export class Lane {
  readonly #parts: Parts
  #isRunning = false
  #failures = 0
  #wake: (() => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#parts.hasNext()) {
      const isThrough = await this.#parts.sendNext()
      this.#failures = isThrough ? 0 : this.#failures + 1
      if (!isThrough && this.#parts.hasNext()) await this.#pause()
    }
    this.#isRunning = false
  }

  /** The way may be free again. */
  hurry() {
    this.#wake?.()
  }

  async #pause() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, pauses[Math.min(this.#failures, pauses.length) - 1])
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }
}
