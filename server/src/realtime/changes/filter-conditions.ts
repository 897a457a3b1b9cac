// Compiles a filter into conditions on rows. PostgreSQL normalizes the filter's values, so that 1.50 matches 1.5.
import { z } from 'zod'
import type { Pool } from '../../postgres/database.ts'
import { cannotSubscribe } from '../errors.ts'
import { compileLikePattern } from './like-pattern.ts'
import {
  type FilterColumn,
  type Operator,
  type ParsedCondition,
  parseFilter,
  resolveFilterColumn,
} from './parse-filter.ts'
import type { Column, ReadableColumns, WatchedTable } from './watched-tables.ts'

export interface Condition {
  column: string
  isKey: boolean
  matches: (row: Record<string, unknown>) => boolean
}

const numbers = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']
const texts = ['text', 'varchar', 'bpchar', 'name', 'citext']
/** The server compares the JSON values of these types as text. */
const textOrdered = [...texts, 'uuid', 'date', 'timestamp', 'timestamptz']
const comparable = new Set([...numbers, ...textOrdered, 'bool'])
const patternTypes = new Set(texts)
const orderOperators = new Set<Operator>(['lt', 'lte', 'gt', 'gte'])
const patternOperators = new Set<Operator>(['like', 'ilike'])
const maxPatternLength = 100

export async function parseConditions(
  pool: Pool,
  table: WatchedTable,
  { columns }: ReadableColumns,
  filter: string,
): Promise<Condition[]> {
  if (filter === '') return []
  return Promise.all(
    parseFilter(filter).map((parsed) => {
      const filterColumn = resolveFilterColumn(columns, parsed.column)
      checkOperator(parsed, filterColumn.column)
      return buildCondition(
        pool,
        filterColumn,
        table.key.includes(filterColumn.column.name),
        parsed,
      )
    }),
  )
}

async function buildCondition(
  pool: Pool,
  { column, valueIn }: FilterColumn,
  isKey: boolean,
  parsed: ParsedCondition,
): Promise<Condition> {
  const values = hasTypedValues(parsed)
    ? await valuesOf(pool, column, parsed.values)
    : parsed.values
  const test = testFor(parsed, values)
  return { column: column.name, isKey, matches: (row) => test(valueIn(row)) }
}

function checkOperator({ operator, values }: ParsedCondition, { name, type }: Column) {
  const [value = ''] = values
  if (orderOperators.has(operator) && !comparable.has(type)) {
    throw cannotSubscribe(`the values of "${name}" have no order`)
  }
  if (patternOperators.has(operator) && !patternTypes.has(type)) {
    throw cannotSubscribe(`"${name}" is not text, so it has no patterns`)
  }
  if (patternOperators.has(operator) && Array.from(value).length > maxPatternLength) {
    throw cannotSubscribe(`a pattern can have at most ${maxPatternLength} characters`)
  }
  if (operator === 'is') checkIsOperand(value, name, type)
}

function checkIsOperand(value: string, name: string, type: string) {
  if (value === 'null') return
  if (!['true', 'false', 'unknown'].includes(value)) {
    throw cannotSubscribe('"is" takes null, true, false or unknown')
  }
  if (type !== 'bool') throw cannotSubscribe(`"${name}" is not a boolean column`)
}

function hasTypedValues({ operator }: ParsedCondition) {
  return operator !== 'is' && !patternOperators.has(operator)
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
    throw cannotSubscribe(`the filter's value is not a valid ${cast}`)
  }
}

type Test = (value: unknown) => boolean

/** As in SQL, null matches no comparison, not even a negated one, except `is` and `isdistinct`. */
function testFor({ operator, isNegated }: ParsedCondition, values: unknown[]): Test {
  const test = plainTest(operator, values)
  const acceptsNull = operator === 'is' || operator === 'isdistinct'
  return (value) => (value === null && !acceptsNull ? false : test(value) !== isNegated)
}

function plainTest(operator: Operator, values: unknown[]): Test {
  const accepted = new Set(values.map((value) => JSON.stringify(value)))
  const isOneOf: Test = (value) => accepted.has(JSON.stringify(value))
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
      return testPattern(first, String)
    case 'ilike':
      return testPattern(first, (value) => String(value).toLowerCase())
    case 'is':
      return (value) => String(value) === (first === 'unknown' ? 'null' : first)
  }
}

function testPattern(pattern: unknown, toText: (value: unknown) => string): Test {
  const matches = compileLikePattern(toText(pattern))
  return (value) => matches(toText(value))
}

function compare(one: unknown, other: unknown) {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [String(one), String(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}
