// Refuses numbers such as "0x10" and "1_000", which PostgreSQL 15 refuses but PostgreSQL 16 and later read.
import { RestError } from '../errors.ts'

interface TypedName {
  name: string
  type: string
}

const numericType = /^(?:smallint|integer|bigint|numeric|real|double precision)(?![\w ])/u
const otherNumber = /^\s*[+-]?(?:0x[\da-f_.p+-]*|0o[0-7_]*|0b[01_]*|[\d.e+-]*_[\d._e+-]*)\s*$/iu
/**
 * Matches every JSON text that contains a hexadecimal, octal or binary number, or an underscore next to a digit. Also
 * matches every JSON text with a \u escape, because an escape can hide such a number.
 */
const hint = /\d_|_\d|0[xob]|\\u/iu

export function isOtherNumber(text: string) {
  return otherNumber.test(text)
}

/** Checks a value of this type, which may be an array of numbers. */
export function checkNumber(type: string | undefined, text: string) {
  if (type === undefined || !numericType.test(type)) return
  const found = text.split(/[{}",]/u).find(isOtherNumber)
  if (found === undefined) return
  const name = type.replace(/[([].*$/u, '')
  throw new RestError(
    400,
    '22P02',
    `invalid input syntax for type ${name}: "${found.slice(0, 100)}"`,
  )
}

/** Checks the values of the given columns or parameters in all rows of a JSON array. */
export function checkNumbersInRows(json: string, columns: readonly TypedName[]) {
  const numeric = columns.filter(({ type }) => numericType.test(type))
  if (numeric.length === 0 || !hint.test(json)) return
  const rows: unknown = JSON.parse(json)
  for (const row of Array.isArray(rows) ? rows : []) {
    for (const { name, type } of numeric) {
      for (const text of textsIn(valueOf(row, name))) checkNumber(type, text)
    }
  }
}

function valueOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.flatMap(textsIn) : []
}
