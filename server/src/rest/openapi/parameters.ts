// The parameters that requests for relations may have.
import { byName } from './by-name.ts'
import type { DescribedRelation } from './queries.ts'

function inQuery(name: string, description: string) {
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
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: { ...inQuery('Range', paging), in: 'header' },
  rangeUnit: { ...inQuery('Range-Unit', paging), in: 'header', default: 'items' },
  offset: inQuery('offset', paging),
  limit: inQuery('limit', paging),
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
    const { description, ...filter } = inQuery(column.name, column.description ?? '')
    return [
      `rowFilter.${name}.${column.name}`,
      description === '' ? filter : { ...filter, description },
    ]
  })
  return [[`body.${name}`, body], ...filters]
}

export function refer(...names: string[]) {
  return names.map((name) => ({ $ref: `#/parameters/${name}` }))
}
