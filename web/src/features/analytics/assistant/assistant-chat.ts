import { explain } from '#lib/errors.ts'
import type { AssistantAnswer } from './ask-assistant.ts'

export interface Turn {
  id: number
  question: string
  answer?: AssistantAnswer
  /** Why there is none, in words. */
  failure?: string
}

/** What was asked and answered, one question after the other. It lives as long as the page. */
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

  /** Whether an answer is on its way. */
  get isAsking() {
    return this.#turns.some(({ answer, failure }) => !answer && !failure)
  }

  async ask(question: string) {
    const turn = { id: this.#turns.length, question }
    this.#show([...this.#turns, turn])
    await this.#answer(turn)
  }

  async retry({ id, question }: Turn) {
    this.#put({ id, question })
    await this.#answer({ id, question })
  }

  async #answer(turn: Turn) {
    try {
      this.#put({ ...turn, answer: await this.#ask(turn.question) })
    } catch (error) {
      this.#put({ ...turn, failure: explain(error) })
    }
  }

  #put(turn: Turn) {
    this.#show(this.#turns.map((each) => (each.id === turn.id ? turn : each)))
  }

  #show(turns: readonly Turn[]) {
    this.#turns = turns
    for (const listener of this.#listeners) listener()
  }
}
