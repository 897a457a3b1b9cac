const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether the text is a UUID in the form in which the server sends ids. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** The server performs requests with the same key only once. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/** Keeps the idempotency keys of one form. The same values have the same key until `forget` is called. */
export class IdempotencyKeys {
  readonly #keys = new Map<string, string>()

  keyFor(values: unknown): string {
    const sent = JSON.stringify(values)
    const key = this.#keys.get(sent) ?? newIdempotencyKey()
    this.#keys.set(sent, key)
    return key
  }

  /** Deletes the keys, so that the next request gets a new key even for the same values. */
  forget() {
    this.#keys.clear()
  }
}
