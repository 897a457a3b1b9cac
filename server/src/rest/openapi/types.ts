// Types of PostgreSQL as JSON has them.
import { readJson } from '../../http/json.ts'

const known = new Map<string, string | undefined>([
  ['character varying', 'string'],
  ['character', 'string'],
  ['text', 'string'],
  ['boolean', 'boolean'],
  ['smallint', 'integer'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['numeric', 'number'],
  ['real', 'number'],
  ['double precision', 'number'],
  ['json', undefined],
  ['jsonb', undefined],
])

/** Undefined for what may be anything. */
export function jsonType(type: string) {
  if (known.has(type)) return known.get(type)
  return type.endsWith('[]') ? 'array' : 'string'
}

export function typeSchema(type: string, format = type) {
  const own = jsonType(type)
  return {
    ...(own === undefined ? {} : { type: own }),
    format,
    ...(own === 'array' ? { items: itemsOf(type) } : {}),
  }
}

export function itemsOf(type: string) {
  const own = jsonType(type.slice(0, -2))
  return own === undefined ? {} : { type: own }
}

/** Undefined for one that is computed. */
export function defaultValue(type: string, expression: string): unknown {
  if (jsonType(type) !== 'string') return readJson(expression)
  const literal = /^'(.*)'::[^']+$/su.exec(expression)?.[1]
  return literal?.replaceAll("''", "'") ?? expression
}
