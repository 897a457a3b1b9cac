// A relation with everything embedded in it, as one query.
import type { Aggregate } from '../parse/query.ts'
import { everything } from '../parse/range.ts'
import {
  type EmbedPlan,
  isGrouped,
  isShown,
  type PlannedItem,
  type PlannedOrder,
  type ResourcePlan,
} from '../plan/plan.ts'
import { rangeOf, rangeSql, whereSql } from './conditions.ts'
import { fieldSql } from './field.ts'
import { originOf } from './origin.ts'
import { name, qualified, type StatementText } from './text.ts'

/** A column of the answer. One that is to be summed up may first be spread outwards. */
interface Output {
  as: string
  value: string
  aggregate: Aggregate | undefined
}

interface Outputs {
  columns: Output[]
  /** What has to be joined for them. */
  joins: string[]
  /** Those of each embed that is spread, for the order. */
  spread: Map<EmbedPlan, Output[]>
}

interface Origin {
  source: string
  link?: string | undefined
  range: string
}

/** The rows of a resource; `source` is where the root comes from when that is not its relation. */
export function resourceSql(
  resource: ResourcePlan,
  statement: StatementText,
  source = qualified(resource.relation),
): string {
  const outputs = outputsOf(resource, statement, isGrouped(resource))
  const origin = { source: `${source} ${resource.alias}`, range: rangeSql(resource.range) }
  return `select ${outputsSql(outputs)}${fromSql(resource, outputs, origin, statement)}`
}

/** The same rows, all of them and only to be counted. */
export function countedSql(
  resource: ResourcePlan,
  statement: StatementText,
  source = qualified(resource.relation),
): string {
  if (isGrouped(resource)) {
    return resourceSql({ ...resource, order: [], range: everything }, statement, source)
  }
  return `select 1 from ${source} ${resource.alias}${whereSql(resource, statement)}`
}

function outputsSql({ columns }: Outputs) {
  return columns
    .map(({ as, value, aggregate }) => `${summedUp(value, aggregate)} as ${name(as)}`)
    .join(', ')
}

function summedUp(value: string, aggregate: Aggregate | undefined) {
  return aggregate ? castSql(`${aggregate.function}(${value})`, aggregate.cast) : value
}

function shownSql(value: string, shownBy: string | undefined) {
  return shownBy === undefined ? value : `${shownBy}(${value})`
}

function castSql(value: string, cast: string | undefined) {
  return cast === undefined ? value : `cast(${value} as ${cast})`
}

function fromSql(
  resource: ResourcePlan,
  outputs: Outputs,
  { source, link, range }: Origin,
  statement: StatementText,
) {
  const from = ` from ${source}${outputs.joins.join('')}${whereSql(resource, statement, { link, isOrdered: resource.order.length > 0 })}`
  const group = isGrouped(resource) ? groupSql(outputs) : ''
  return `${from}${group}${orderSql(resource.order, outputs, statement)}${range}`
}

/** By all that is not summed up, each by its place in the list. */
function groupSql({ columns }: Outputs) {
  const places = columns.flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1]))
  return places.length > 0 ? ` group by ${places.join(', ')}` : ''
}

function outputsOf(
  { items }: ResourcePlan,
  statement: StatementText,
  isComparable: boolean,
): Outputs {
  const outputs: Outputs = { columns: [], joins: [], spread: new Map() }
  for (const item of items.filter(isShown)) addOutput(outputs, item, statement, isComparable)
  return outputs
}

/** @param isComparable  Whether rows will be grouped by it, which JSON as text cannot be. */
function addOutput(
  { columns, joins, spread }: Outputs,
  item: PlannedItem,
  statement: StatementText,
  isComparable: boolean,
) {
  switch (item.kind) {
    case 'value': {
      const { field, cast, as, aggregate } = item.value
      const isPlain = !isComparable && field.path.length === 0
      const shownBy = isPlain ? field.column?.shownBy : undefined
      const value = shownSql(fieldSql(field, statement), shownBy)
      columns.push({ as, value: castSql(value, cast), aggregate })
      break
    }
    case 'count': {
      const { as, cast } = item.count
      columns.push({ as, value: '1', aggregate: { function: 'count', cast } })
      break
    }
    case 'embed': {
      const { as, alias } = item.embed
      const json = embedSql(item.embed, statement)
      if (isComparable) joins.push(lateral(`select (${json})::jsonb as value`, `${alias}g`))
      const value = isComparable ? `${alias}g.value` : `(${json})`
      columns.push({ as, value, aggregate: undefined })
      break
    }
    case 'spread': {
      const inner = spreadOf(item.embed, statement, isComparable)
      joins.push(inner.join)
      columns.push(...inner.columns)
      spread.set(item.embed, inner.columns)
    }
  }
}

/** All that is embedded in a row, as JSON: in the select list, where it waits until the rows are chosen. */
function embedSql(embed: EmbedPlan, statement: StatementText): string {
  const { alias, isToOne } = embed
  const outputs = outputsOf(embed, statement, isGrouped(embed))
  const from = fromSql(embed, outputs, embeddedOrigin(embed), statement)
  const json = isToOne ? `row_to_json(${alias}r.*)` : `coalesce(json_agg(${alias}r.*), '[]')`
  return `select ${json} as value from (select ${outputsSql(outputs)}${from}) ${alias}r`
}

function embeddedOrigin(embed: EmbedPlan): Origin {
  return { ...originOf(embed), range: rangeSql(rangeOf(embed)) }
}

/** The columns of an embed for the row around it: as they are, or each as a list. */
function spreadOf(embed: EmbedPlan, statement: StatementText, isComparable: boolean) {
  const { alias, isToOne } = embed
  const inner = outputsOf(embed, statement, isToOne && isComparable)
  const values = inner.columns.map(({ value }, index) => `${value} as c${index}`).join(', ')
  const { source, link, range } = embeddedOrigin(embed)
  const where = `${inner.joins.join('')}${whereSql(embed, statement, { link, isOrdered: embed.order.length > 0 })}`
  const order = orderSql(embed.order, inner, statement)
  const rows = `select ${values} from ${source}${where}${order}${range}`
  if (isToOne) {
    const columns = inner.columns.map((column, index) => ({
      ...column,
      value: `${alias}s.c${index}`,
    }))
    return { columns, join: lateral(rows, `${alias}s`) }
  }
  const lists = inner.columns.map((_column, index) => `json_agg(${alias}r.c${index}) as c${index}`)
  const columns = inner.columns.map(({ as }, index) => ({
    as,
    value: `coalesce(${alias}s.c${index}, '[]')${isComparable ? '::jsonb' : ''}`,
    aggregate: undefined,
  }))
  return {
    columns,
    join: lateral(`select ${lists.join(', ')} from (${rows}) ${alias}r`, `${alias}s`),
  }
}

function lateral(rows: string, alias: string) {
  return ` left join lateral (${rows}) ${alias} on true`
}

function orderSql(order: PlannedOrder[], { spread }: Outputs, statement: StatementText) {
  const terms = order.map(({ by, isDescending, nulls }) => {
    const sorted = orderedBy(by, spread, statement)
    return `${sorted}${isDescending ? ' desc' : ''}${nulls === undefined ? '' : ` nulls ${nulls}`}`
  })
  return terms.length > 0 ? ` order by ${terms.join(', ')}` : ''
}

function orderedBy(
  by: PlannedOrder['by'],
  spread: Outputs['spread'],
  statement: StatementText,
): string {
  switch (by.kind) {
    case 'field':
      return fieldSql(by.field, statement)
    case 'embedded': {
      const { source, link } = originOf(by.embed)
      const value = fieldSql(by.field, statement)
      return `(select ${value} from ${source}${whereSql(by.embed, statement, { link })} limit 1)`
    }
    case 'spread':
      return spread.get(by.embed)?.find(({ as }) => as === by.as)?.value ?? 'null'
  }
}
