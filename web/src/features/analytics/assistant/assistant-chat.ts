import { explain } from '#lib/errors.ts'
import type { AssistantAnswer } from './ask-assistant.ts'

export interface Turn {
  id: number
  question: string
  answer?: AssistantAnswer
  /** The error message to show instead of an answer. */
  failure?: string
}

/** Stores the questions and answers of a chat until a reload, for `useSyncExternalStore`. */
export class AssistantChat {
  readonly #ask: (question: string) => Promise<AssistantAnswer>
  readonly #listeners = new Set<() => void>()
  #turns: readonly Turn[] = []

  constructor(ask: (question: string) => Promise<AssistantAnswer>) {
    this.#ask = ask
  }

  readonly get = () => this.#turns

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  get isAsking() {
    return this.#turns.some(({ answer, failure }) => !answer && !failure)
  }

  async ask(question: string) {
    const turn = { id: this.#turns.length, question }
    this.#setTurns([...this.#turns, turn])
    await this.#answer(turn)
  }

  async retry({ id, question }: Turn) {
    this.#replace({ id, question })
    await this.#answer({ id, question })
  }

  async #answer(turn: Turn) {
    try {
      this.#replace({ ...turn, answer: await this.#ask(turn.question) })
    } catch (error) {
      this.#replace({ ...turn, failure: explain(error) })
    }
  }

  #replace(turn: Turn) {
    this.#setTurns(this.#turns.map((each) => (each.id === turn.id ? turn : each)))
  }

  #setTurns(turns: readonly Turn[]) {
    this.#turns = turns
    for (const listener of this.#listeners) listener()
  }
}
