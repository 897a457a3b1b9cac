// Sends the messages of one conversation one after the other, with a backoff after failures. A conversation that is
// stuck does not hold up others.

const retryDelaysMs = [300, 1000, 2000, 5000]

interface SendQueueDependencies {
  /** Makes the next attempt. Returns whether the server has accepted or refused the message. */
  sendNext: () => Promise<boolean>
  /** Returns whether there is a message to send and sending is on. */
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

  /** Skips the current delay. */
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
