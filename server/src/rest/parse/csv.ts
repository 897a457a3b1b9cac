// Parses CSV as defined by RFC 4180. NULL without quotes means null.
import { badBody } from '../errors.ts'

/** This limit refuses no valid body, because a PostgreSQL table has at most 1600 columns. */
export const maxColumns = 2000

/** More rows would keep the server and the database busy for a long time. */
export const maxRows = 10_000

export function tooManyRows() {
  return badBody(`A body can have at most ${maxRows} rows.`)
}

/** The rows as a JSON array of objects. */
export interface CsvRows {
  json: string
  /** The names of the columns, or an empty list if there are no rows. */
  names: string[]
  rowCount: number
}

/** No PostgreSQL name can be longer. */
const maxNameBytes = 63
/** Limits the memory for the column names, because the JSON repeats them in each row. */
const maxRepeatedNameLength = 8 * 1024 * 1024

type Value = string | null

interface ParsedField {
  value: Value
  end: number
}

/** Parses CSV, whose first line contains the column names. */
export function parseCsv(text: string): CsvRows {
  const lines = readLines(text)
  const names = lines.next().value?.map((name) => name ?? 'NULL')
  if (!names) throw badBody('not enough input')
  checkNames(names)
  const keys = names.map((name) => `${JSON.stringify(name)}:`)
  const maxRepeats = maxRepeatedNameLength / keys.join(',').length
  const objects: string[] = []
  for (const line of lines) {
    if (line.length !== names.length) throw badBody('All lines must have same number of fields')
    if (objects.length >= maxRows) throw tooManyRows()
    if (objects.length > maxRepeats) throw namesTooLong()
    objects.push(objectOf(keys, line))
  }
  const hasRows = objects.length > 0
  return { json: `[${objects.join(',')}]`, names: hasRows ? names : [], rowCount: objects.length }
}

function checkNames(names: string[]) {
  if (names.length > maxColumns) throw badBody(`A CSV can have at most ${maxColumns} columns.`)
  if (names.some((name) => Buffer.byteLength(name) > maxNameBytes)) {
    throw badBody(`A column name in a CSV can have at most ${maxNameBytes} bytes.`)
  }
}

function namesTooLong() {
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

function readBare(text: string, start: number): ParsedField {
  let end = start
  while (end < text.length && !isEnd(text, end)) end += 1
  const value = text.slice(start, end)
  return { value: value === 'NULL' ? null : value, end }
}

/** Reads a quoted field, in which two quotes mean one quote. */
function readQuoted(text: string, start: number): ParsedField {
  let end = text.indexOf('"', start)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) throw badBody('A quote in the CSV is not closed.')
  if (!isEnd(text, end + 1))
    throw badBody('A quoted field of the CSV has text after its closing quote.')
  return { value: text.slice(start, end).replaceAll('""', '"'), end: end + 1 }
}

function isEnd(text: string, at: number) {
  return at >= text.length || text[at] === ',' || text[at] === '\n' || text.startsWith('\r\n', at)
}
