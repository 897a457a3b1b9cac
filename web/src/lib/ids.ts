const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the server takes it for the id of anything. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** A name for one request, so that sending it again does not do it again. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/** The keys of one form. An answer may be lost: the same values go under the same key until one has come. */
export class IdempotencyKeys {
  readonly #keys = new Map<string, string>()

  keyFor(values: unknown): string {
    const sent = JSON.stringify(values)
    const key = this.#keys.get(sent) ?? newIdempotencyKey()
    this.#keys.set(sent, key)
    return key
  }

  /** What is sent from now on is meant anew. */
  forget() {
    this.#keys.clear()
  }
}
