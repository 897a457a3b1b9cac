// What the people note: how long each thing took, and what went wrong.
import type { Figures } from './orders.ts'

export class Notes {
  readonly #times = new Map<string, number[]>()
  readonly #failures = new Map<string, number>()

  /** What stands before a colon is a kind, and counted as a whole too. */
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

  /** All since the last time. */
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
