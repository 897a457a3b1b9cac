/** Stores a value and calls listeners after each change. */
export class Observable<Value> {
  #value: Value
  readonly #listeners = new Set<() => void>()

  constructor(value: Value) {
    this.#value = value
  }

  readonly get = (): Value => this.#value

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  set(value: Value) {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}
