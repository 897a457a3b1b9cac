// Names of fields, quoted or not, and the JSON paths behind them.
import type { Field, JsonStep } from './query.ts'
import type { Scanner } from './scanner.ts'

const jsonKey = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy
const word = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy

export function readName(scanner: Scanner): string {
  if (scanner.peek() === '"') return readQuoted(scanner)
  const name = scanner.match(word)?.trim()
  if (!name) throw scanner.fail('field name (* or [a..z0..9_$])')
  return name
}

/** "…" with \ before a quote or a backslash. */
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
  // A number is an index, unless it goes on as a name: 1st.
  const index = scanner.match(/-?\d{1,9}(?=->|::|[.,)]|$)/uy)
  if (index !== undefined) return { kind: 'index', index, asText }
  if (scanner.take('-')) throw scanner.fail('digit')
  return { kind: 'key', key: readKey(scanner), asText }
}

/** Of JSON, where more signs are usual in names than in SQL. */
function readKey(scanner: Scanner): string {
  if (scanner.peek() === '"') return readQuoted(scanner)
  const key = scanner.match(jsonKey)?.trim()
  if (!key) throw scanner.fail('"-", digit or any non reserved character different from: .,>()')
  return key
}

export function readNames(scanner: Scanner): string[] {
  const names = scanner.list(() => readName(scanner))
  scanner.expectEnd()
  return names
}
