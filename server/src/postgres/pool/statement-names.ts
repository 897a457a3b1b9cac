// Which statements are worth a name. PostgreSQL keeps a plan for a named one, and memory: most shapes of
// requests come once, so a statement gets its name at its second use.
const mostKnown = 1000
/** A longer one is made up for the occasion, and would only take up room. */
const longest = 6000

export class StatementNames {
  /** By role, since plans depend on it, and then by text. */
  #known = new Map<string, Map<string, string>>()
  #given = 0

  /** Undefined for a statement that is not known yet, or too long. */
  nameFor(role: string, text: string): string | undefined {
    if (text.length > longest) return undefined
    const known = this.#namesOf(role)
    const name = known.get(text)
    // To the end of the line: the one not used for longest goes first.
    known.delete(text)
    known.set(text, name ?? this.#next())
    if (known.size > mostKnown) known.delete(known.keys().next().value ?? '')
    return name
  }

  /** After a change of the schema: what was prepared may have been for other types. */
  forget() {
    this.#known.clear()
  }

  #namesOf(role: string) {
    const names = this.#known.get(role) ?? new Map<string, string>()
    this.#known.set(role, names)
    return names
  }

  #next() {
    this.#given += 1
    return `m${this.#given}`
  }
}
