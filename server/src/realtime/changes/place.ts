// What a filter looks at: a column, or a text inside of one that has JSON, as data->address->>city.
import { cannotSubscribe } from '../refused.ts'
import type { Column } from './tables.ts'

type Row = Record<string, unknown>

export interface Place {
  /** As which it is compared. */
  column: Column
  valueIn: (row: Row) => unknown
}

export function placeIn(columns: readonly Column[], written: string): Place {
  const [name = '', ...steps] = written.split(/(?=->)/u)
  const column = columns.find((one) => one.name === name)
  if (!column) throw cannotSubscribe(`there is no column "${name}" to filter by`)
  if (steps.length === 0) return { column, valueIn: (row) => row[name] ?? null }
  if (!['json', 'jsonb'].includes(column.type)) throw cannotSubscribe(`"${name}" has no JSON`)
  const keys = steps.map((step) => step.replace(/^->>?/u, ''))
  const isText = steps.every((step, at) => step.startsWith('->>') === (at === steps.length - 1))
  if (!isText || keys.includes('')) throw cannotSubscribe(`"${written}" leads to no text`)
  return {
    column: { name: written, type: 'text', cast: 'text' },
    valueIn: (row) => textAt(row[name], keys),
  }
}

function textAt(json: unknown, keys: readonly string[]) {
  const found = keys.reduce<unknown>(stepInto, json)
  if (found === null || found === undefined) return null
  return typeof found === 'string' ? found : JSON.stringify(found)
}

function stepInto(json: unknown, key: string): unknown {
  if (Array.isArray(json)) return /^-?\d+$/u.test(key) ? json.at(Number(key)) : undefined
  const isObject = typeof json === 'object' && json !== null && Object.hasOwn(json, key)
  return isObject ? Reflect.get(json, key) : undefined
}
