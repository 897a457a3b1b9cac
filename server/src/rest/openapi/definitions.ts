// What a row of a relation is.
import { byName } from './by-name.ts'
import type { Relation } from '../schema/schema.ts'
import type { DescribedColumn, DescribedRelation } from './queries.ts'
import { defaultValue, typeSchema } from './types.ts'

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
  const description = describe(column, relation)
  const fallback = expression === null ? undefined : defaultValue(type, expression)
  return {
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
    ...(values === null ? {} : { enum: values }),
    ...typeSchema(type),
    ...(maxLength === null ? {} : { maxLength }),
  }
}

/** Clients read keys out of these words. */
function describe({ name, description }: DescribedColumn, relation: Relation | undefined) {
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
