// Sends the messages of one conversation one after another, with a longer delay after each failure.

const retryDelaysMs = [300, 1000, 2000, 5000]

interface SendQueueDependencies {
  /** Returns false if the message has to be retried. */
  sendNext: () => Promise<boolean>
  /** Returns true if sending is on and a message is pending. */
  hasNext: () => boolean
}

export class SendQueue {
  readonly #dependencies: SendQueueDependencies
  #isRunning = false
  #failures = 0
  #wake: (() => void) | undefined

  constructor(dependencies: SendQueueDependencies) {
    this.#dependencies = dependencies
  }

  async run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#dependencies.hasNext()) {
      const isAnswered = await this.#dependencies.sendNext()
      this.#failures = isAnswered ? 0 : this.#failures + 1
      if (!isAnswered && this.#dependencies.hasNext()) await this.#wait()
    }
    this.#isRunning = false
  }

  /** Retries now instead of after the retry delay. */
  retryNow() {
    this.#wake?.()
  }

  async #wait() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(
      resolve,
      retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length) - 1],
    )
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }
}
