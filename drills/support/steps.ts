import { table } from '../../bench/support/tables.ts'
import { printLine } from './drill.ts'

interface Step {
  name: string
  seconds: number
  bytes: number | undefined
}

/** Records the duration of each step and the size of its result. */
export class Steps {
  readonly #steps: Step[] = []

  /** @param measureBytes  Returns the size of the result in bytes. */
  async time<Result>(
    name: string,
    action: () => Promise<Result>,
    measureBytes?: () => Promise<number>,
  ): Promise<Result> {
    const start = performance.now()
    const result = await action()
    const seconds = (performance.now() - start) / 1000
    this.#steps.push({ name, seconds, bytes: await measureBytes?.() })
    return result
  }

  secondsOf(stepName: string) {
    return this.#steps.find(({ name }) => name === stepName)?.seconds ?? Number.NaN
  }

  print() {
    const rows = this.#steps.map(({ name, seconds, bytes }) => [
      name,
      seconds.toFixed(1),
      bytes === undefined ? '–' : Math.round(bytes / 1e6).toLocaleString('en'),
    ])
    for (const line of table(['Step', 'seconds', 'MB'], rows).split('\n')) printLine(line)
  }
}
