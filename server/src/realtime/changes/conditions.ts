// A filter made ready for rows: its values are what PostgreSQL makes of them, so that 1.50 is 1.5 and an id is
// found in any spelling.
import { z } from 'zod'
import type { Pool } from '../../postgres/database.ts'
import { cannotSubscribe } from '../refused.ts'
import { patternTest } from './like.ts'
import { type Operator, type ParsedCondition, parseFilter } from './parse-filter.ts'
import { type Place, placeIn } from './place.ts'
import type { Column, Readable, WatchedTable } from './tables.ts'

export interface Condition {
  column: string
  isKey: boolean
  matches: (row: Record<string, unknown>) => boolean
}

const numbers = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']
const texts = ['text', 'varchar', 'bpchar', 'name', 'citext']
/** In the form that they have in JSON, they are ordered as texts are. */
const ordered = [...texts, 'uuid', 'date', 'timestamp', 'timestamptz']
const comparable = new Set([...numbers, ...ordered, 'bool'])
const takingPatterns = new Set(texts)
const order = new Set<Operator>(['lt', 'lte', 'gt', 'gte'])
const patterns = new Set<Operator>(['like', 'ilike'])
const longestPattern = 100

export async function readConditions(
  pool: Pool,
  table: WatchedTable,
  { columns }: Readable,
  filter: string,
): Promise<Condition[]> {
  if (filter === '') return []
  return Promise.all(
    parseFilter(filter).map((parsed) => {
      const place = placeIn(columns, parsed.column)
      refuseSenseless(parsed, place.column)
      return conditionOn(pool, place, table.key.includes(place.column.name), parsed)
    }),
  )
}

async function conditionOn(
  pool: Pool,
  { column, valueIn }: Place,
  isKey: boolean,
  parsed: ParsedCondition,
): Promise<Condition> {
  const values = isOfType(parsed) ? await valuesOf(pool, column, parsed.values) : parsed.values
  const test = testFor(parsed, values)
  return { column: column.name, isKey, matches: (row) => test(valueIn(row)) }
}

function refuseSenseless({ operator, values }: ParsedCondition, { name, type }: Column) {
  const [value = ''] = values
  if (order.has(operator) && !comparable.has(type)) {
    throw cannotSubscribe(`the values of "${name}" have no order`)
  }
  if (patterns.has(operator) && !takingPatterns.has(type)) {
    throw cannotSubscribe(`"${name}" is no text, and has no patterns`)
  }
  if (patterns.has(operator) && Array.from(value).length > longestPattern) {
    throw cannotSubscribe(`a pattern has at most ${longestPattern} characters`)
  }
  if (operator === 'is') refuseSenselessIs(value, name, type)
}

function refuseSenselessIs(value: string, name: string, type: string) {
  if (value === 'null') return
  if (!['true', 'false', 'unknown'].includes(value)) {
    throw cannotSubscribe('"is" takes null, true, false or unknown')
  }
  if (type !== 'bool') throw cannotSubscribe(`"${name}" is neither true nor false`)
}

function isOfType({ operator }: ParsedCondition) {
  return operator !== 'is' && !patterns.has(operator)
}

async function valuesOf(pool: Pool, { cast }: Column, values: string[]): Promise<unknown[]> {
  try {
    const { rows } = await pool.query(
      `select to_jsonb(value::${cast}) as value from unnest($1::text[]) with ordinality as v(value, place) order by place`,
      [values],
    )
    return z
      .array(z.object({ value: z.unknown() }))
      .parse(rows)
      .map(({ value }) => value)
  } catch {
    throw cannotSubscribe(`the filter's value is no ${cast}`)
  }
}

type Test = (value: unknown) => boolean

/** With what is null nothing can be compared: neither this nor its opposite is so. */
function testFor({ operator, isNegated }: ParsedCondition, values: unknown[]): Test {
  const test = plainTest(operator, values)
  const knowsNull = operator === 'is' || operator === 'isdistinct'
  return (value) => (value === null && !knowsNull ? false : test(value) !== isNegated)
}

function plainTest(operator: Operator, values: unknown[]): Test {
  const written = new Set(values.map((value) => JSON.stringify(value)))
  const isOneOf: Test = (value) => written.has(JSON.stringify(value))
  const [first] = values
  switch (operator) {
    case 'eq':
    case 'in':
      return isOneOf
    case 'neq':
    case 'isdistinct':
      return (value) => !isOneOf(value)
    case 'lt':
      return (value) => compare(value, first) < 0
    case 'lte':
      return (value) => compare(value, first) <= 0
    case 'gt':
      return (value) => compare(value, first) > 0
    case 'gte':
      return (value) => compare(value, first) >= 0
    case 'like':
      return patternOf(first, String)
    case 'ilike':
      return patternOf(first, (value) => String(value).toLowerCase())
    case 'is':
      return (value) => String(value) === (first === 'unknown' ? 'null' : first)
  }
}

function patternOf(pattern: unknown, read: (value: unknown) => string): Test {
  const fits = patternTest(read(pattern))
  return (value) => fits(read(value))
}

function compare(one: unknown, other: unknown) {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [String(one), String(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}
