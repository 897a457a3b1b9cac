// How long each step of a request took, for Server-Timing.
type Step = 'jwt' | 'wait' | 'parse' | 'plan' | 'transaction' | 'response'

export interface Timing {
  /** Ends the step before it. */
  begin(step: Step): void
}

export class Stopwatch implements Timing {
  readonly #steps: { step: Step; since: number }[] = []

  begin(step: Step) {
    this.#steps.push({ step, since: performance.now() })
  }

  /** All steps that were begun, with milliseconds. */
  header() {
    const now = performance.now()
    const ends = [...this.#steps.slice(1).map(({ since }) => since), now]
    return this.#steps
      .map(({ step, since }, index) => `${step};dur=${((ends[index] ?? now) - since).toFixed(1)}`)
      .join(', ')
  }
}

export const untimed: Timing = { begin: () => undefined }
