// How this process ends: once, for whatever reason comes first, closing what was opened last first.
import { setTimeout as sleep } from 'node:timers/promises'
import { explainFailure } from './startup/explain-failure.ts'
import { type ProcessLog, untilTaken } from './log.ts'
import { messageOf } from './message-of.ts'
import { StartupFailure } from './startup/startup-failure.ts'

type Close = () => Promise<void>

/** The whole end takes less than 10 s. */
const endTakes = 9500

/** For who takes the log: after all was closed, and where closing took too long. */
const logTakes = 2000
const lastWordTakes = 300

export class Life {
  readonly #closers: Close[] = []
  readonly #stopping = new AbortController()
  #ending: Promise<never> | undefined
  #log: ProcessLog | undefined

  /** For work that is better given up than finished when the stop is asked for. */
  get signal() {
    return this.#stopping.signal
  }

  closeLater(close: Close) {
    this.#closers.push(close)
  }

  endOnSignals(starting: Promise<unknown>, log: ProcessLog) {
    this.#log = log
    const stop = (signal: string) => {
      if (this.#ending) return
      log.info(`Stopping: ${signal}.`)
      this.#stopping.abort(new StartupFailure(`Stopped by ${signal} before it was done.`))
      void this.#end(0, starting)
    }
    process.on('SIGTERM', () => stop('SIGTERM'))
    process.on('SIGINT', () => stop('SIGINT'))
  }

  /** When all is done that was to be done. */
  async end() {
    await this.#end(0)
  }

  async fail(reason: unknown) {
    if (!this.#ending || reason === this.signal.reason)
      process.stderr.write(`${explainFailure(reason)}\n`)
    await this.#end(1)
  }

  #end(code: number, starting?: Promise<unknown>): Promise<never> {
    this.#ending ??= this.#closeAll(code, starting)
    return this.#ending
  }

  async #closeAll(code: number, starting?: Promise<unknown>): Promise<never> {
    setTimeout(() => void this.#leave(1, lastWordTakes), endTakes).unref()
    const isGivenUp = await starting?.then(
      () => false,
      (reason: unknown) => reason === this.signal.reason,
    )
    for (const close of this.#closers.toReversed()) {
      await close().catch((error: unknown) => process.stderr.write(`${messageOf(error)}\n`))
    }
    return this.#leave(isGivenUp ? 1 : code, logTakes)
  }

  /** An exit writes what the log still holds first, and so waits for whoever takes it, for ever where nobody does. */
  async #leave(code: number, patience: number): Promise<never> {
    const taken = this.#log ? untilTaken(this.#log).then(() => true) : true
    const isTaken = await Promise.race([taken, sleep(patience, false)])
    if (!isTaken) process.kill(process.pid, 'SIGKILL')
    process.exit(code)
  }
}
