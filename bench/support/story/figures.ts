// Records the durations and the failures of the users' actions.
import type { Figures } from './story-messages.ts'

export class TimeRecorder {
  readonly #times = new Map<string, number[]>()
  readonly #failures = new Map<string, number>()

  /**
   * Records the duration of an action. An action with a name such as "do: bid" also counts for the
   * group "do".
   */
  addDuration(name: string, milliseconds: number) {
    const [kind] = name.split(':')
    for (const key of kind === name ? [name] : [name, `${kind}`]) {
      const times = this.#times.get(key) ?? []
      times.push(milliseconds)
      this.#times.set(key, times)
    }
  }

  addFailure(name: string) {
    this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1)
  }

  /** Returns the figures since the previous call. */
  takeFigures(): Pick<Figures, 'operations' | 'failures'> {
    const operations = [...this.#times].map(([name, times]) => summaryOf(name, times))
    const failures = Object.fromEntries(this.#failures)
    this.#times.clear()
    this.#failures.clear()
    return { operations, failures }
  }
}

function summaryOf(name: string, times: number[]) {
  const sorted = Float64Array.from(times).toSorted()
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    name,
    count: sorted.length,
    p50: percentile(0.5),
    p99: percentile(0.99),
    max: sorted.at(-1) ?? 0,
  }
}
