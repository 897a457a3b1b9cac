const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether the server accepts the text as an id. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** Returns a key for one request, so that sending it again has no second effect. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/**
 * The idempotency keys of one form. A response may be lost, so the same values keep their key until a response has
 * arrived.
 */
export class IdempotencyKeys {
  readonly #keys = new Map<string, string>()

  keyFor(values: unknown): string {
    const sent = JSON.stringify(values)
    const key = this.#keys.get(sent) ?? newIdempotencyKey()
    this.#keys.set(sent, key)
    return key
  }

  /** Deletes the keys, so that even the same values get new ones. */
  forget() {
    this.#keys.clear()
  }
}
