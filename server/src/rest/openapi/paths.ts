// Writes the `paths` and `parameters` of the OpenAPI document.
import { byName, itemsOf, jsonType, typeSchema } from './definitions.ts'
import type { Relation } from '../schema/schema.ts'
import type {
  DescribedParameter,
  DescribedRelation,
  DescribedRoutine,
} from './description-queries.ts'

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
]

const readParameters = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']

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
    parameters: refer(...filters, ...readParameters),
    responses: {
      200: { description: 'OK', schema: rows },
      206: { description: 'Partial Content' },
    },
  }
  const takes = relation?.allows
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
    produces: mediaTypes,
    responses: { 200: { description: 'OK' } },
  }
  const schema = {
    ...argumentsSchema(parameters),
    ...(description === null ? {} : { description }),
  }
  const args = { name: 'args', required: true, in: 'body', schema }
  const post = { ...about, parameters: [args, ...refer('preferParams')] }
  return isVolatile
    ? { post }
    : { get: { ...about, parameters: parameters.map(argumentInQuery) }, post }
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

/** Describes an argument in the query string. Clients send an array as one literal, but repeat a variadic parameter. */
function argumentInQuery({ name, type, isRequired, isVariadic }: DescribedParameter) {
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

/** Returns the first line as the summary, and the other lines as the description. */
function summaryOf(description: string | null) {
  if (description === null) return {}
  const [summary = '', ...rest] = description.split('\n')
  const below = rest.join('\n').replace(/^\n+/u, '')
  return { summary, ...(below === '' ? {} : { description: below }) }
}

function queryParameter(name: string, description: string) {
  return { name, description, required: false, in: 'query', type: 'string' }
}

function prefer(...values: string[]) {
  const description = 'Preference'
  const list = values.length > 0 ? { enum: values } : {}
  return { name: 'Prefer', description, required: false, in: 'header', type: 'string', ...list }
}

const returns = ['return=representation', 'return=minimal', 'return=none']
const resolutions = ['resolution=ignore-duplicates', 'resolution=merge-duplicates']
const paging = 'Limiting and Pagination'

const common = {
  preferParams: prefer(),
  preferReturn: prefer(...returns),
  preferCount: prefer('count=none'),
  preferPost: prefer(...returns, ...resolutions),
  select: queryParameter('select', 'Filtering Columns'),
  on_conflict: queryParameter('on_conflict', 'On Conflict'),
  order: queryParameter('order', 'Ordering'),
  range: { ...queryParameter('Range', paging), in: 'header' },
  rangeUnit: { ...queryParameter('Range-Unit', paging), in: 'header', default: 'items' },
  offset: queryParameter('offset', paging),
  limit: queryParameter('limit', paging),
}

export function parametersOf(relations: DescribedRelation[]) {
  return { ...common, ...byName(relations.flatMap(ownParameters)) }
}

function ownParameters({ name, columns }: DescribedRelation): [string, unknown][] {
  const body = {
    name,
    description: name,
    required: false,
    in: 'body',
    schema: { $ref: `#/definitions/${name}` },
  }
  const filters = columns.map((column): [string, unknown] => {
    const { description, ...filter } = queryParameter(column.name, column.description ?? '')
    return [
      `rowFilter.${name}.${column.name}`,
      description === '' ? filter : { ...filter, description },
    ]
  })
  return [[`body.${name}`, body], ...filters]
}

function refer(...names: string[]) {
  return names.map((name) => ({ $ref: `#/parameters/${name}` }))
}
