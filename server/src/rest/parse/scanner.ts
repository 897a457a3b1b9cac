// Walks along a piece of text. What it cannot read becomes an error that says where.
import { cannotParse, type RestError } from '../errors.ts'

export class Scanner {
  readonly text: string
  readonly #what: string
  readonly #before: number
  at = 0

  /** `what` is being parsed, for the error: "select parameter"; `before` counts what clients see before the text. */
  constructor(what: string, text: string, before = 0) {
    this.#what = what
    this.text = text
    this.#before = before
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

  /** Steps over as many as there are: brackets that nothing opened mean nothing. */
  skip(token: string) {
    while (this.take(token));
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
    return this.refuse(`unexpected ${this.#found(this.at)} expecting ${expected}`)
  }

  /** None of some words stands here. Named is where the first one stops being it, as clients have always been told. */
  failAtWord(first: string, expected: string): RestError {
    let same = 0
    while (same < first.length && this.text.charAt(this.at + same) === first.charAt(same)) same += 1
    return this.refuse(`unexpected ${this.#found(this.at + same)} expecting ${expected}`)
  }

  #found(at: number) {
    return at >= this.text.length ? 'end of input' : `"${this.text.charAt(at)}"`
  }

  refuse(problem: string): RestError {
    return cannotParse(this.#what, this.text, this.#before + this.at, problem)
  }
}
