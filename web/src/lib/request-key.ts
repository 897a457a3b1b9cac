/** A name for one request, so that sending it again does not do it again. */
export function newRequestKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/** The keys of one form. An answer may be lost: the same values go under the same key until one has come. */
export class RequestKeys {
  readonly #keys = new Map<string, string>()

  of(values: unknown): string {
    const sent = JSON.stringify(values)
    const key = this.#keys.get(sent) ?? newRequestKey()
    this.#keys.set(sent, key)
    return key
  }

  /** What is sent from now on is meant anew. */
  forget() {
    this.#keys.clear()
  }
}
