// Ends the process once, and closes its parts in the reverse order of their start.
import { setTimeout as sleep } from 'node:timers/promises'
import { flushLog, type ProcessLog } from './log.ts'
import { messageOf } from './message-of.ts'
import { explainFailure, StartupFailure } from './startup/startup-failure.ts'

type Close = () => Promise<void>

/** If closing takes longer than this, the process exits anyway, so that a shutdown always takes less than 10 s. */
const shutdownTimeoutMs = 9500

/** The maximum time for writing the log after everything is closed. */
const logTimeoutMs = 2000
/** The maximum time for writing the log if closing took too long. */
const lateLogTimeoutMs = 300

export class Lifecycle {
  readonly #closers: Close[] = []
  readonly #stopping = new AbortController()
  #ending: Promise<never> | undefined
  #log: ProcessLog | undefined

  /** Aborts when a stop is requested, for work that should be canceled rather than finished. */
  get signal() {
    return this.#stopping.signal
  }

  onClose(close: Close) {
    this.#closers.push(close)
  }

  stopOnSignals(starting: Promise<unknown>, log: ProcessLog) {
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

  /** Ends the process of a command that has done its work. */
  async finish() {
    await this.#end(0)
  }

  async fail(reason: unknown) {
    if (!this.#ending || reason === this.signal.reason)
      process.stderr.write(`${explainFailure(reason)}\n`)
    await this.#end(1)
  }

  #end(exitCode: number, starting?: Promise<unknown>): Promise<never> {
    this.#ending ??= this.#closeAll(exitCode, starting)
    return this.#ending
  }

  async #closeAll(exitCode: number, starting?: Promise<unknown>): Promise<never> {
    setTimeout(() => void this.#exit(1, lateLogTimeoutMs), shutdownTimeoutMs).unref()
    const wasCancelled = await starting?.then(
      () => false,
      (reason: unknown) => reason === this.signal.reason,
    )
    for (const close of this.#closers.toReversed()) {
      await close().catch((error: unknown) => process.stderr.write(`${messageOf(error)}\n`))
    }
    return this.#exit(wasCancelled ? 1 : exitCode, logTimeoutMs)
  }

  /** Kills the process if nothing reads the log, because writing the rest would never end. */
  async #exit(exitCode: number, timeoutMs: number): Promise<never> {
    const flushed = this.#log ? flushLog(this.#log).then(() => true) : true
    const isFlushed = await Promise.race([flushed, sleep(timeoutMs, false)])
    if (!isFlushed) process.kill(process.pid, 'SIGKILL')
    process.exit(exitCode)
  }
}
