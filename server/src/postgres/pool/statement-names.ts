// Chooses which statements are prepared under a name. PostgreSQL keeps the plan of a named statement, which costs memory.
// Most shapes of requests come only once, so a statement gets its name at its second use.
const maxNames = 1000
/** Longer statements rarely come again. */
const maxTextLength = 6000

export class StatementNames {
  /** By role, because plans depend on it, and then by text. */
  #known = new Map<string, Map<string, string>>()
  #count = 0

  /** Returns undefined for statements that are new or too long. */
  nameFor(role: string, text: string): string | undefined {
    if (text.length > maxTextLength) return undefined
    const known = this.#namesOf(role)
    const name = known.get(text)
    // Adding it again makes it the most recently used. The least recently used name is dropped first.
    known.delete(text)
    known.set(text, name ?? this.#next())
    if (known.size > maxNames) known.delete(known.keys().next().value ?? '')
    return name
  }

  /** To be called after a change of the schema, because types may have changed. */
  forget() {
    this.#known.clear()
  }

  #namesOf(role: string) {
    const names = this.#known.get(role) ?? new Map<string, string>()
    this.#known.set(role, names)
    return names
  }

  #next() {
    this.#count += 1
    return `m${this.#count}`
  }
}
