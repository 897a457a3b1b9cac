// What can be asked for at which address.
import { byName } from './by-name.ts'
import type { Relation } from '../schema/schema.ts'
import { refer } from './parameters.ts'
import type { DescribedParameter, DescribedRelation, DescribedRoutine } from './queries.ts'
import { itemsOf, jsonType, typeSchema } from './types.ts'

const forms = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
]

const ofReading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']

export const rootPath = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

export function relationPath(described: DescribedRelation, relation: Relation | undefined) {
  const { name, columns, description } = described
  const about = { tags: [name], ...summaryOf(description) }
  const filters = columns.map((column) => `rowFilter.${name}.${column.name}`)
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const get = {
    ...about,
    parameters: refer(...filters, ...ofReading),
    responses: {
      200: { description: 'OK', schema: rows },
      206: { description: 'Partial Content' },
    },
  }
  const takes = relation?.takes
  if (!takes?.insert && !takes?.update && !takes?.delete) return { get }
  const done = { 204: { description: 'No Content' } }
  return {
    get,
    post: {
      ...about,
      parameters: refer(`body.${name}`, 'select', 'preferPost'),
      responses: { 201: { description: 'Created' } },
    },
    patch: {
      ...about,
      parameters: refer(...filters, `body.${name}`, 'preferReturn'),
      responses: done,
    },
    delete: { ...about, parameters: refer(...filters, 'preferReturn'), responses: done },
  }
}

export function routinePath({ name, description, isVolatile, parameters }: DescribedRoutine) {
  const about = {
    tags: [`(rpc) ${name}`],
    ...summaryOf(description),
    produces: forms,
    responses: { 200: { description: 'OK' } },
  }
  const schema = {
    ...argumentsSchema(parameters),
    ...(description === null ? {} : { description }),
  }
  const args = { name: 'args', required: true, in: 'body', schema }
  const post = { ...about, parameters: [args, ...refer('preferParams')] }
  return isVolatile ? { post } : { get: { ...about, parameters: parameters.map(inQuery) }, post }
}

function argumentsSchema(parameters: DescribedParameter[]) {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const properties = parameters.map(({ name, type }): [string, unknown] => [
    name,
    typeSchema(type, withoutSchema(type)),
  ])
  return {
    ...(required.length > 0 ? { required } : {}),
    type: 'object',
    properties: byName(properties),
  }
}

/** Arrays come in their own notation, or one by one where the parameter is variadic. */
function inQuery({ name, type, isRequired, isVariadic }: DescribedParameter) {
  const about = { name, required: isRequired, in: 'query' }
  if (isVariadic) {
    const items = { ...itemsOf(type), format: type.slice(0, -2) }
    return { ...about, type: 'array', collectionFormat: 'multi', items }
  }
  const own = jsonType(type) ?? 'string'
  return { ...about, type: own === 'array' ? 'string' : own, format: withoutSchema(type) }
}

function withoutSchema(type: string) {
  return type.slice(type.indexOf('.') + 1)
}

/** The first line, and what stands below it. */
function summaryOf(description: string | null) {
  if (description === null) return {}
  const [summary = '', ...rest] = description.split('\n')
  const below = rest.join('\n').replace(/^\n+/u, '')
  return { summary, ...(below === '' ? {} : { description: below }) }
}
