// A relation with everything embedded in it, as one query.
import {
  isShown,
  type EmbedPlan,
  type PlannedItem,
  type PlannedOrder,
  type ResourcePlan,
} from '../plan/plan.ts'
import type { Range } from '../parse/range.ts'
import { conditionSql } from './conditions.ts'
import { fieldSql } from './field.ts'
import { name, qualified, type StatementText } from './text.ts'

/** The rows of a resource; `source` is where the root comes from when that is not its relation. */
export function resourceSql(
  resource: ResourcePlan,
  statement: StatementText,
  source = qualified(resource.relation),
): string {
  const items = itemsSql(resource, statement)
  return `select ${items} ${fromSql(resource, statement, source)}${orderSql(resource.order, statement)}${rangeSql(resource.range)}`
}

/** The same rows, all of them and only to be counted. */
export function countedSql(
  resource: ResourcePlan,
  statement: StatementText,
  source?: string,
): string {
  return `select 1 ${fromSql(resource, statement, source ?? qualified(resource.relation))}`
}

function fromSql(resource: ResourcePlan, statement: StatementText, source: string, link?: string) {
  const joins = joinedEmbeds(resource).map((embed) => joinSql(embed, statement))
  const conditions = resource.where.map((condition) => conditionSql(condition, statement))
  const all = link === undefined ? conditions : [link, ...conditions]
  const where = all.length > 0 ? ` where ${all.join(' and ')}` : ''
  return `from ${source} ${resource.alias}${joins.join('')}${where}`
}

function itemsSql({ items }: ResourcePlan, statement: StatementText) {
  return items
    .filter(isShown)
    .map((item) => itemSql(item, statement))
    .join(', ')
}

function itemSql(item: PlannedItem, statement: StatementText): string {
  if (item.kind === 'value') {
    const { field, cast, as } = item.value
    const value = fieldSql(field, statement)
    const typed = cast === undefined ? value : `cast(${value} as ${cast})`
    return `${typed} as ${name(as)}`
  }
  const { embed } = item
  const value = embed.isJoined ? `${embed.alias}e.value` : `(${embedSql(embed, statement)})`
  return `${embed.isToOne ? value : `coalesce(${value}, '[]')`} as ${name(embed.as)}`
}

/**
 * One row with all that is embedded, as JSON. Most stand in the select list, where PostgreSQL asks for them only
 * once the outer rows are sorted and limited; those that decide which rows there are have to be joined.
 */
function embedSql(embed: EmbedPlan, statement: StatementText): string {
  const { alias, relation } = embed
  const items = itemsSql(embed, statement)
  const from = fromSql(embed, statement, qualified(relation), linkSql(embed))
  const range = embed.isToOne ? ' limit 1' : rangeSql(embed.range)
  const rows = `select ${items} ${from}${orderSql(embed.order, statement)}${range}`
  const json = embed.isToOne ? `row_to_json(${alias}r.*)` : `json_agg(${alias}r.*)`
  return `select ${json} as value from (${rows}) ${alias}r`
}

function joinSql(embed: EmbedPlan, statement: StatementText) {
  const { alias, isInner } = embed
  const join = isInner ? 'join' : 'left join'
  const on = isInner ? `${alias}e.value is not null` : 'true'
  return ` ${join} lateral (${embedSql(embed, statement)}) ${alias}e on ${on}`
}

function joinedEmbeds({ items }: ResourcePlan): EmbedPlan[] {
  return items.flatMap((item) => (item.kind === 'embed' && item.embed.isJoined ? [item.embed] : []))
}

function orderSql(order: PlannedOrder[], statement: StatementText) {
  const terms = order.map(({ field, embed, isDescending, nulls }) => {
    const value = fieldSql(field, statement)
    const sorted = embed ? `(${singleValueSql(embed, value)})` : value
    return `${sorted}${isDescending ? ' desc' : ''}${nulls === undefined ? '' : ` nulls ${nulls}`}`
  })
  return terms.length > 0 ? ` order by ${terms.join(', ')}` : ''
}

function singleValueSql(embed: EmbedPlan, value: string) {
  const { alias, relation } = embed
  return `select ${value} from ${qualified(relation)} ${alias} where ${linkSql(embed)} limit 1`
}

/** What makes a row belong to the row that it is embedded in. */
function linkSql({ alias, outer, relationship }: EmbedPlan) {
  const pairs = relationship.to.map(
    (column, index) =>
      `${alias}.${name(column)} = ${outer}.${name(relationship.from[index] ?? '')}`,
  )
  return pairs.join(' and ')
}

/** Digits in the text: as a value they would make PostgreSQL plan anew each time. */
function rangeSql({ limit, offset }: Range) {
  return `${limit === undefined ? '' : ` limit ${limit}`}${offset > 0 ? ` offset ${offset}` : ''}`
}
