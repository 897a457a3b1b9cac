// Measures the steps of a request for the Server-Timing header.
type Step = 'jwt' | 'wait' | 'parse' | 'plan' | 'transaction' | 'response'

export interface Timing {
  /** Begins a step and ends the previous one. */
  begin(step: Step): void
}

export class Stopwatch implements Timing {
  readonly #steps: { step: Step; startMs: number }[] = []

  begin(step: Step) {
    this.#steps.push({ step, startMs: performance.now() })
  }

  header() {
    const nowMs = performance.now()
    const endsMs = [...this.#steps.slice(1).map(({ startMs }) => startMs), nowMs]
    return this.#steps
      .map(({ step, startMs }, index) => {
        const durationMs = (endsMs[index] ?? nowMs) - startMs
        return `${step};dur=${durationMs.toFixed(1)}`
      })
      .join(', ')
  }
}

export const untimed: Timing = { begin: () => undefined }
