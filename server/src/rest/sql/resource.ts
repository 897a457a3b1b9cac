// Writes one query for a relation and its embeds.
import type { Aggregate } from '../parse/query.ts'
import { allRows } from '../parse/headers.ts'
import {
  type EmbedPlan,
  isGrouped,
  isVisible,
  type PlannedItem,
  type PlannedOrder,
  type ResourcePlan,
} from '../plan/plan.ts'
import { embedSource, embedRange, rangeSql, whereSql } from './where.ts'
import { fieldSql, quoteName, qualifiedName, type StatementBuilder } from './fragments.ts'

/** A column of the response. The outer query computes aggregates of spread to-one embeds. */
interface Output {
  as: string
  value: string
  aggregate: Aggregate | undefined
}

interface Outputs {
  columns: Output[]
  /** The lateral joins that the columns need. */
  joins: string[]
  /** The columns of each spread embed, for `order by`. */
  spread: Map<EmbedPlan, Output[]>
}

interface RowSource {
  source: string
  link?: string | undefined
  range: string
}

/** @param source  The SQL that the root's rows come from, by default the root's relation. */
export function resourceSql(
  resource: ResourcePlan,
  statement: StatementBuilder,
  source = qualifiedName(resource.relation),
): string {
  const outputs = outputsOf(resource, statement, isGrouped(resource))
  const rowSource = { source: `${source} ${resource.alias}`, range: rangeSql(resource.range) }
  return `select ${outputListSql(outputs)}${fromSql(resource, outputs, rowSource, statement)}`
}

/** Returns a query whose rows can be counted, without limit and offset. */
export function countedSql(
  resource: ResourcePlan,
  statement: StatementBuilder,
  source = qualifiedName(resource.relation),
): string {
  if (isGrouped(resource)) {
    return resourceSql({ ...resource, order: [], range: allRows }, statement, source)
  }
  return `select 1 from ${source} ${resource.alias}${whereSql(resource, statement)}`
}

function outputListSql({ columns }: Outputs) {
  return columns
    .map(({ as, value, aggregate }) => `${aggregateSql(value, aggregate)} as ${quoteName(as)}`)
    .join(', ')
}

function aggregateSql(value: string, aggregate: Aggregate | undefined) {
  return aggregate ? castSql(`${aggregate.function}(${value})`, aggregate.cast) : value
}

function toJsonSql(value: string, toJsonFunction: string | undefined) {
  return toJsonFunction === undefined ? value : `${toJsonFunction}(${value})`
}

function castSql(value: string, cast: string | undefined) {
  return cast === undefined ? value : `cast(${value} as ${cast})`
}

function fromSql(
  resource: ResourcePlan,
  outputs: Outputs,
  { source, link, range }: RowSource,
  statement: StatementBuilder,
) {
  const from = ` from ${source}${outputs.joins.join('')}${whereSql(resource, statement, { link, hasOrder: resource.order.length > 0 })}`
  const group = isGrouped(resource) ? groupSql(outputs) : ''
  return `${from}${group}${orderSql(resource.order, outputs, statement)}${range}`
}

/** Groups by the columns without an aggregate, given by position. */
function groupSql({ columns }: Outputs) {
  const positions = columns.flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1]))
  return positions.length > 0 ? ` group by ${positions.join(', ')}` : ''
}

function outputsOf(
  { items }: ResourcePlan,
  statement: StatementBuilder,
  isComparable: boolean,
): Outputs {
  const outputs: Outputs = { columns: [], joins: [], spread: new Map() }
  for (const item of items.filter(isVisible)) addOutput(outputs, item, statement, isComparable)
  return outputs
}

/**
 * @param isComparable  True if the statement may group by the column. Embeds become jsonb, because the type json has
 * no `=`.
 */
function addOutput(
  { columns, joins, spread }: Outputs,
  item: PlannedItem,
  statement: StatementBuilder,
  isComparable: boolean,
) {
  switch (item.kind) {
    case 'value': {
      const { field, cast, as, aggregate } = item.value
      const isPlain = !isComparable && field.path.length === 0
      const toJsonFunction = isPlain ? field.column?.toJsonFunction : undefined
      const value = toJsonSql(fieldSql(field, statement), toJsonFunction)
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
      if (isComparable) joins.push(lateralJoin(`select (${json})::jsonb as value`, `${alias}g`))
      const value = isComparable ? `${alias}g.value` : `(${json})`
      columns.push({ as, value, aggregate: undefined })
      break
    }
    case 'spread': {
      const inner = spreadSql(item.embed, statement, isComparable)
      joins.push(inner.join)
      columns.push(...inner.columns)
      spread.set(item.embed, inner.columns)
    }
  }
}

/**
 * Returns a subquery for the embedded rows as JSON. In a select list, PostgreSQL runs the subquery only for outer rows
 * within the range.
 */
function embedSql(embed: EmbedPlan, statement: StatementBuilder): string {
  const { alias, isToOne } = embed
  const outputs = outputsOf(embed, statement, isGrouped(embed))
  const from = fromSql(embed, outputs, embedRowSource(embed), statement)
  const json = isToOne ? `row_to_json(${alias}r.*)` : `coalesce(json_agg(${alias}r.*), '[]')`
  return `select ${json} as value from (select ${outputListSql(outputs)}${from}) ${alias}r`
}

function embedRowSource(embed: EmbedPlan): RowSource {
  return { ...embedSource(embed), range: rangeSql(embedRange(embed)) }
}

/** Returns the columns of a spread embed as columns of the outer row, or as lists for a to-many embed. */
function spreadSql(embed: EmbedPlan, statement: StatementBuilder, isComparable: boolean) {
  const { alias, isToOne } = embed
  const inner = outputsOf(embed, statement, isToOne && isComparable)
  const values = inner.columns.map(({ value }, index) => `${value} as c${index}`).join(', ')
  const { source, link, range } = embedRowSource(embed)
  const where = `${inner.joins.join('')}${whereSql(embed, statement, { link, hasOrder: embed.order.length > 0 })}`
  const order = orderSql(embed.order, inner, statement)
  const rows = `select ${values} from ${source}${where}${order}${range}`
  if (isToOne) {
    const columns = inner.columns.map((column, index) => ({
      ...column,
      value: `${alias}s.c${index}`,
    }))
    return { columns, join: lateralJoin(rows, `${alias}s`) }
  }
  const lists = inner.columns.map((_column, index) => `json_agg(${alias}r.c${index}) as c${index}`)
  const columns = inner.columns.map(({ as }, index) => ({
    as,
    value: `coalesce(${alias}s.c${index}, '[]')${isComparable ? '::jsonb' : ''}`,
    aggregate: undefined,
  }))
  return {
    columns,
    join: lateralJoin(`select ${lists.join(', ')} from (${rows}) ${alias}r`, `${alias}s`),
  }
}

function lateralJoin(rows: string, alias: string) {
  return ` left join lateral (${rows}) ${alias} on true`
}

function orderSql(order: PlannedOrder[], { spread }: Outputs, statement: StatementBuilder) {
  const terms = order.map(({ by, isDescending, nulls }) => {
    const sorted = orderTermSql(by, spread, statement)
    return `${sorted}${isDescending ? ' desc' : ''}${nulls === undefined ? '' : ` nulls ${nulls}`}`
  })
  return terms.length > 0 ? ` order by ${terms.join(', ')}` : ''
}

function orderTermSql(
  by: PlannedOrder['by'],
  spread: Outputs['spread'],
  statement: StatementBuilder,
): string {
  switch (by.kind) {
    case 'field':
      return fieldSql(by.field, statement)
    case 'embedded': {
      const { source, link } = embedSource(by.embed)
      const value = fieldSql(by.field, statement)
      return `(select ${value} from ${source}${whereSql(by.embed, statement, { link })} limit 1)`
    }
    case 'spread':
      return spread.get(by.embed)?.find(({ as }) => as === by.as)?.value ?? 'null'
  }
}
