// A narrow place for all, in which persons alternate: of each at most one stands in it, whatever they bring.
import { Turns, type TurnRules } from './turns.ts'

export class Lane {
  readonly #own: Turns
  readonly #all: Turns

  constructor(rules: TurnRules) {
    this.#own = new Turns({ ...rules, atOnce: 1 })
    this.#all = new Turns(rules)
  }

  /** Who leaves while they wait leaves the line. */
  take<Result>(who: string, work: () => Promise<Result>, leaving?: AbortSignal): Promise<Result> {
    return this.#own.take(who, () => this.#all.take('all', work, leaving), leaving)
  }
}
