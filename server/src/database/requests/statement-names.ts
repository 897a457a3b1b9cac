// Which statements are worth a name. PostgreSQL keeps a plan for a named one, and memory: most shapes of
// requests come once, so a statement gets its name at its second use.
const mostKnown = 2000
/** A longer one is made up for the occasion, and would only take up room. */
const longest = 6000

export class StatementNames {
  #known = new Map<string, string>()
  #given = 0

  /** Undefined for a statement that is not known yet, or too long. Plans depend on the role, so it is part of the name. */
  nameFor(role: string, text: string): string | undefined {
    if (text.length > longest) return undefined
    const key = `${role} ${text}`
    const known = this.#known.get(key)
    if (!known) {
      this.#add(key)
      return undefined
    }
    // To the end of the line: the one not used for longest goes first.
    this.#known.delete(key)
    this.#known.set(key, known)
    return known
  }

  /** After a change of the schema: what was prepared may have been for other types. */
  forget() {
    this.#known.clear()
  }

  #add(key: string) {
    if (this.#known.size >= mostKnown) {
      const [oldest] = this.#known.keys()
      if (oldest !== undefined) this.#known.delete(oldest)
    }
    this.#given += 1
    this.#known.set(key, `m${this.#given}`)
  }
}
