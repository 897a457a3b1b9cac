// How this process ends: once, for whatever reason comes first, closing what was opened last first.
import { explainFailure } from './explain-failure.ts'
import type { Log } from './log.ts'
import { messageOf } from './message-of.ts'

type Close = () => Promise<void>

/** The whole end takes less than 10 s. */
const endTakes = 9500

export class Life {
  readonly #closers: Close[] = []
  #ending: Promise<never> | undefined

  closeLater(close: Close) {
    this.#closers.push(close)
  }

  endOnSignals(starting: Promise<unknown>, log: Log) {
    const stop = (signal: string) => {
      if (this.#ending) return
      log.info(`Stopping: ${signal}.`)
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
    if (!this.#ending) process.stderr.write(`${explainFailure(reason)}\n`)
    await this.#end(1)
  }

  #end(code: number, starting?: Promise<unknown>): Promise<never> {
    this.#ending ??= this.#closeAll(code, starting)
    return this.#ending
  }

  async #closeAll(code: number, starting?: Promise<unknown>): Promise<never> {
    setTimeout(() => process.exit(1), endTakes).unref()
    await starting?.catch(() => undefined)
    for (const close of this.#closers.toReversed()) {
      await close().catch((error: unknown) => process.stderr.write(`${messageOf(error)}\n`))
    }
    process.exit(code)
  }
}
