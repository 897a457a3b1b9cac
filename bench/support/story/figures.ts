// Records the durations and the failures of the users' actions.
import type { Figures } from './orders.ts'

export class Notes {
  readonly #times = new Map<string, number[]>()
  readonly #failures = new Map<string, number>()

  /**
   * Records the duration of an action. An action with a name such as "do: bid" also counts for the
   * group "do".
   */
  took(what: string, milliseconds: number) {
    const [kind] = what.split(':')
    for (const name of kind === what ? [what] : [what, `${kind}`]) {
      const times = this.#times.get(name) ?? []
      times.push(milliseconds)
      this.#times.set(name, times)
    }
  }

  failed(what: string) {
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1)
  }

  /** Returns the figures since the last call. */
  take(): Pick<Figures, 'operations' | 'failures'> {
    const operations = [...this.#times].map(([what, times]) => summaryOf(what, times))
    const failures = Object.fromEntries(this.#failures)
    this.#times.clear()
    this.#failures.clear()
    return { operations, failures }
  }
}

function summaryOf(what: string, times: number[]) {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { what, count: sorted.length, p50: at(0.5), p99: at(0.99), longest: sorted.at(-1) ?? 0 }
}
