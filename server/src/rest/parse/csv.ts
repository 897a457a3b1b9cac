// Rows of a table as RFC 4180 has them; a bare NULL stands for null.
import { badBody } from '../errors.ts'
import { mostKeys } from './json.ts'

/** The rows as JSON: an array of objects. */
export interface CsvRows {
  json: string
  /** Of the columns; none where there are no rows. */
  names: string[]
  count: number
}

/** As PostgreSQL has it: nothing with a longer name could be meant. */
const longestName = 63
/** In JSON each row names its columns anew, which may be far more than was sent. */
const mostOfNames = 8 * 1024 * 1024

type Value = string | null

/** What one field says, and where it ends. */
interface Field {
  value: Value
  end: number
}

/** The first line names the columns. */
export function parseCsv(text: string): CsvRows {
  const lines = readLines(text)
  const names = lines.next().value?.map((name) => name ?? 'NULL')
  if (!names) throw badBody('not enough input')
  refuseNames(names)
  const keys = names.map((name) => `${JSON.stringify(name)}:`)
  const mostRows = mostOfNames / keys.join(',').length
  const objects: string[] = []
  for (const line of lines) {
    if (line.length !== names.length) throw badBody('All lines must have same number of fields')
    if (objects.length > mostRows) throw tooMuchOfNames()
    objects.push(objectOf(keys, line))
  }
  const hasRows = objects.length > 0
  return { json: `[${objects.join(',')}]`, names: hasRows ? names : [], count: objects.length }
}

function refuseNames(names: string[]) {
  if (names.length > mostKeys) throw badBody(`A CSV can have at most ${mostKeys} columns.`)
  if (names.some((name) => Buffer.byteLength(name) > longestName)) {
    throw badBody(`The name of a column in CSV has at most ${longestName} bytes.`)
  }
}

function tooMuchOfNames() {
  return badBody('The names of the columns in this CSV are too long for so many rows.')
}

function objectOf(keys: string[], line: Value[]) {
  return `{${line.map((value, index) => keys[index] + JSON.stringify(value)).join(',')}}`
}

function* readLines(text: string): Generator<Value[], undefined> {
  let line: Value[] = []
  let at = 0
  while (at < text.length || line.length > 0) {
    const { value, end } = text[at] === '"' ? readQuoted(text, at + 1) : readBare(text, at)
    line.push(value)
    at = end + 1
    if (text[end] === ',') continue
    if (text.startsWith('\r\n', end)) at += 1
    yield line
    line = []
  }
}

function readBare(text: string, start: number): Field {
  let end = start
  while (end < text.length && !isEnd(text, end)) end += 1
  const value = text.slice(start, end)
  return { value: value === 'NULL' ? null : value, end }
}

/** A quote inside is doubled. */
function readQuoted(text: string, start: number): Field {
  let end = text.indexOf('"', start)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) throw badBody('A quote in the CSV is not closed.')
  if (!isEnd(text, end + 1)) throw badBody('A quoted field of the CSV has text behind its quote.')
  return { value: text.slice(start, end).replaceAll('""', '"'), end: end + 1 }
}

function isEnd(text: string, at: number) {
  return at >= text.length || text[at] === ',' || text[at] === '\n' || text.startsWith('\r\n', at)
}
