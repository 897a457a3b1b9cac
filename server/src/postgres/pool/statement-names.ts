// Chooses which statements are prepared under a name. A statement gets its name at its second use, because PostgreSQL
// keeps each named plan in memory.
const maxNames = 1000
/** Longer statements are rarely repeated. */
const maxTextLength = 6000

export class StatementNames {
  /** The names by role and then by text. Plans depend on the role. */
  #known = new Map<string, Map<string, string>>()
  #count = 0

  /** Returns the statement's name, or undefined if the statement is new or too long. */
  nameFor(role: string, text: string): string | undefined {
    if (text.length > maxTextLength) return undefined
    const known = this.#namesOf(role)
    const name = known.get(text)
    // Adding the entry again makes it the most recently used one.
    known.delete(text)
    known.set(text, name ?? this.#next())
    if (known.size > maxNames) known.delete(known.keys().next().value ?? '')
    return name
  }

  /** Call this after a change of the schema, because types may have changed. */
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
