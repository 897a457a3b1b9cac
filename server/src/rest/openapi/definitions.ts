// Writes the OpenAPI definitions of relations, and maps PostgreSQL types to JSON types.
import type { Relation } from '../schema/schema.ts'
import type { DescribedColumn, DescribedRelation } from './description-queries.ts'
import { parseJson } from '../../parse-json.ts'

export function definitionOf(described: DescribedRelation, relation: Relation | undefined) {
  const { columns, description } = described
  const required = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const properties = columns.map((column): [string, unknown] => [
    column.name,
    propertyOf(column, relation),
  ])
  return {
    ...(description === null ? {} : { description }),
    ...(required.length > 0 ? { required } : {}),
    type: 'object',
    properties: byName(properties),
  }
}

function propertyOf(column: DescribedColumn, relation: Relation | undefined) {
  const { type, default: expression, maxLength, values } = column
  const description = describeColumn(column, relation)
  const fallback = expression === null ? undefined : defaultValue(type, expression)
  return {
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
    ...(values === null ? {} : { enum: values }),
    ...typeSchema(type),
    ...(maxLength === null ? {} : { maxLength }),
  }
}

/** Returns the description of a column, whose notes clients parse to find primary and foreign keys. */
function describeColumn({ name, description }: DescribedColumn, relation: Relation | undefined) {
  const notes = [
    ...(relation?.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...foreignKeys(name, relation),
  ]
  if (notes.length === 0) return description ?? undefined
  const start = description === null ? '' : `${description}\n\n`
  return `${start}${['Note:', ...notes].join('\n')}`
}

function foreignKeys(name: string, relation: Relation | undefined) {
  const keys = (relation?.relationships ?? [])
    .filter((one) => one.kind === 'key')
    .filter(
      ({ hasKeyHere, from, target }) =>
        hasKeyHere && from.length === 1 && from[0] === name && target.schema === relation?.schema,
    )
  const key = keys.find(({ target }) => target.kind === 'table') ?? keys[0]
  if (!key) return []
  const [column = ''] = key.to
  const table = key.target.name
  return [
    `This is a Foreign Key to \`${table}.${column}\`.<fk table='${table}' column='${column}'/>`,
  ]
}

const jsonTypes = new Map<string, string | undefined>([
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

/** Returns the JSON type, or undefined if any JSON value is possible. */
export function jsonType(type: string) {
  if (jsonTypes.has(type)) return jsonTypes.get(type)
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

/** Returns a literal default as a JSON value, and a computed default of a string type as SQL. */
function defaultValue(type: string, expression: string): unknown {
  if (jsonType(type) !== 'string') return parseJson(expression)
  const literal = /^'(.*)'::[^']+$/su.exec(expression)?.[1]
  return literal?.replaceAll("''", "'") ?? expression
}

export function byName(pieces: [name: string, piece: unknown][]): Record<string, unknown> {
  return Object.fromEntries(pieces)
}
