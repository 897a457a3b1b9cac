// Walks along a piece of text. What it cannot read becomes an error that says where.
import { cannotParse, type RestError } from '../errors.ts'

export class Scanner {
  readonly text: string
  readonly #what: string
  at = 0

  /** `what` is being parsed, for the error: "select parameter". */
  constructor(what: string, text: string) {
    this.#what = what
    this.text = text
  }

  get isAtEnd() {
    return this.at >= this.text.length
  }

  peek() {
    return this.text.charAt(this.at)
  }

  looksAt(token: string) {
    return this.text.startsWith(token, this.at)
  }

  /** Steps over the token if it is next. */
  take(token: string) {
    if (!this.looksAt(token)) return false
    this.at += token.length
    return true
  }

  expect(token: string) {
    if (!this.take(token)) throw this.fail(`"${token}"`)
  }

  /** Steps over what a sticky pattern matches here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  skipBlanks() {
    this.match(/[ \t]*/y)
  }

  /** Items with commas in between, up to what ends them. */
  list<Item>(item: () => Item): Item[] {
    const items: Item[] = []
    do {
      this.skipBlanks()
      items.push(item())
      this.skipBlanks()
    } while (this.take(','))
    return items
  }

  expectEnd() {
    if (!this.isAtEnd) throw this.fail('end of input')
  }

  fail(expected: string): RestError {
    const found = this.isAtEnd ? 'end of input' : `"${this.peek()}"`
    return this.refuse(`unexpected ${found} expecting ${expected}`)
  }

  refuse(problem: string): RestError {
    return cannotParse(this.#what, this.text, this.at, problem)
  }
}
