// Reads a text from left to right.
import { cannotParse, type RestError } from '../errors.ts'
import type { Field, JsonStep } from './query.ts'

export class Scanner {
  readonly text: string
  readonly #subject: string
  readonly #prefixLength: number
  at = 0

  /**
   * @param subject  The name of the text in error messages, such as "select parameter".
   * @param prefixLength  The number of characters that precede the text in the request parameter.
   */
  constructor(subject: string, text: string, prefixLength = 0) {
    this.#subject = subject
    this.text = text
    this.#prefixLength = prefixLength
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

  /** If the token is next, moves past it and returns true. */
  take(token: string) {
    if (!this.looksAt(token)) return false
    this.at += token.length
    return true
  }

  expect(token: string) {
    if (!this.take(token)) throw this.fail(`"${token}"`)
  }

  /** If the sticky pattern matches here, moves past the match and returns it. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** Moves past repetitions of the token, such as surplus closing brackets. */
  skip(token: string) {
    while (this.take(token));
  }

  skipBlanks() {
    this.match(/[ \t]*/y)
  }

  /** Reads items that are separated by commas. */
  readList<Item>(item: () => Item): Item[] {
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

  /**
   * Returns the error for a text without the word `first`. As in PostgREST, the error names the first different
   * character.
   */
  failAtWord(first: string, expected: string): RestError {
    let same = 0
    while (same < first.length && this.text.charAt(this.at + same) === first.charAt(same)) same += 1
    return this.refuse(`unexpected ${this.#found(this.at + same)} expecting ${expected}`)
  }

  #found(at: number) {
    return at >= this.text.length ? 'end of input' : `"${this.text.charAt(at)}"`
  }

  refuse(problem: string): RestError {
    return cannotParse(this.#subject, this.text, this.#prefixLength + this.at, problem)
  }
}

const jsonKey = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy
const word = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy

export function readName(scanner: Scanner): string {
  if (scanner.peek() === '"') return readQuoted(scanner)
  const name = scanner.match(word)?.trim()
  if (!name) throw scanner.fail('field name (* or [a..z0..9_$])')
  return name
}

/** Reads a quoted name or value, where a backslash escapes the next character. */
export function readQuoted(scanner: Scanner): string {
  const quoted = scanner.match(/"(?:[^"\\]|\\.)*"/suy)
  if (quoted === undefined) throw scanner.fail('a closing quote')
  return quoted.slice(1, -1).replaceAll(/\\(.)/gsu, '$1')
}

export function readField(scanner: Scanner): Field {
  return { name: readName(scanner), path: readPath(scanner) }
}

function readPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const asText = scanner.take('->>')
    if (!asText && !scanner.take('->')) return steps
    steps.push(readStep(scanner, asText))
  }
}

function readStep(scanner: Scanner, asText: boolean): JsonStep {
  // A number is an index, unless it is the start of a name such as 1st.
  const index = scanner.match(/-?\d{1,9}(?=->|::|[.,)]|$)/uy)
  if (index !== undefined) return { kind: 'index', index, asText }
  if (scanner.take('-')) throw scanner.fail('digit')
  return { kind: 'key', key: readKey(scanner), asText }
}

/** Reads a JSON key, which may contain more characters than an SQL name. */
function readKey(scanner: Scanner): string {
  if (scanner.peek() === '"') return readQuoted(scanner)
  const key = scanner.match(jsonKey)?.trim()
  if (!key) throw scanner.fail('"-", digit or any non reserved character different from: .,>()')
  return key
}

export function readNames(scanner: Scanner): string[] {
  const names = scanner.readList(() => readName(scanner))
  scanner.expectEnd()
  return names
}
