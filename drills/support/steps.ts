import { table } from '../../bench/support/tables.ts'
import { say } from './drill.ts'

interface Step {
  what: string
  seconds: number
  bytes: number | undefined
}

/** Records the duration of each step and the size of its result. */
export class Steps {
  readonly #steps: Step[] = []

  /** @param size  Returns the size of the result in bytes. */
  async time<Result>(
    what: string,
    act: () => Promise<Result>,
    size?: () => Promise<number>,
  ): Promise<Result> {
    const since = performance.now()
    const result = await act()
    const seconds = (performance.now() - since) / 1000
    this.#steps.push({ what, seconds, bytes: await size?.() })
    return result
  }

  secondsOf(wanted: string) {
    return this.#steps.find(({ what }) => what === wanted)?.seconds ?? Number.NaN
  }

  tell() {
    const rows = this.#steps.map(({ what, seconds, bytes }) => [
      what,
      seconds.toFixed(1),
      bytes === undefined ? '–' : Math.round(bytes / 1e6).toLocaleString('en'),
    ])
    for (const line of table(['Step', 'seconds', 'MB'], rows).split('\n')) say(line)
  }
}
