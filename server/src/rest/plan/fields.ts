// Resolves the names, types and order of selected columns.
import { noSuchColumn, noSuchEmbed, RestError } from '../errors.ts'
import type { Field, OrderTerm, SelectItem, SelectedColumn } from '../parse/query.ts'
import {
  type EmbedPlan,
  findEmbed,
  isGrouped,
  type OrderedBy,
  type PlannedField,
  type PlannedOrder,
  type ResourcePlan,
} from './plan.ts'
import { closestColumns } from './suggest.ts'
import type { Relation, SchemaCache } from '../schema/schema.ts'

export function resolveField(
  { relation, alias }: Pick<ResourcePlan, 'relation' | 'alias'>,
  { name, path }: Field,
): PlannedField {
  const column = relation.columns.get(name)
  const computedIn = column ? undefined : relation.computed.get(name)
  if (!column && computedIn === undefined) {
    throw noSuchColumn(relation.name, name, closestColumns(name, relation.columns.keys()))
  }
  return { table: alias, name, path, computedIn, column }
}

/** Returns the name in the response: the alias, the last key of the JSON path, or the column's name. */
export function outputName({ name, path }: Field, alias: string | undefined) {
  if (alias !== undefined) return checkAlias(alias)
  if (path.length === 0) return name
  const last = path.findLast((step) => step.kind === 'key')
  return checkAlias(last?.kind === 'key' ? last.key : name)
}

/** Throws if the alias is too long for PostgreSQL or unsafe, because it becomes part of the SQL. */
export function checkAlias(alias: string) {
  if (Buffer.byteLength(alias) <= 63 && !/["\\\p{Cc}]/u.test(alias)) return alias
  throw new RestError(400, 'PGRST100', 'This name cannot be used in a response.', {
    details: 'A name can have at most 63 bytes and no quotes, backslashes or control characters.',
  })
}

export function planOrder(
  resource: ResourcePlan,
  { field, relation, isDescending, nulls }: OrderTerm,
): PlannedOrder {
  const by: OrderedBy =
    relation === undefined
      ? { kind: 'field', field: resolveField(resource, field) }
      : orderByEmbed(resource, relation, field)
  return { by, isDescending, nulls }
}

function orderByEmbed(resource: ResourcePlan, relation: string, field: Field): OrderedBy {
  const embed = findEmbed(resource, relation)
  if (!embed) throw noSuchEmbed(relation)
  if (!embed.isToOne) throw notToOne(resource.relation.name, relation)
  if (field.path.length === 0 && isSpreadColumn(resource, embed, field.name)) {
    return { kind: 'spread', embed, as: field.name }
  }
  return { kind: 'embedded', embed, field: resolveField(embed, field) }
}

function isSpreadColumn({ items }: ResourcePlan, embed: EmbedPlan, name: string) {
  return (
    items.some((item) => item.kind === 'spread' && item.embed === embed) &&
    embed.items.some(
      (item) =>
        item.kind === 'value' && item.value.as === name && item.value.aggregate === undefined,
    )
  )
}

function notToOne(origin: string, target: string) {
  return new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}

/** Maps SQL names of types to their names in the catalog. */
const synonyms = new Map([
  ['int', 'int4'],
  ['dec', 'numeric'],
  ['decimal', 'numeric'],
  ['float', 'float8'],
])

/** Returns the type's name from the schema cache, so that the SQL contains no text from the request. */
export function resolveType(name: string, { types }: SchemaCache): string {
  const array = /^_(?<listed>.+)$|^(?<element>.+)\[\]$/u.exec(name)?.groups
  const element = array?.['listed'] ?? array?.['element'] ?? name
  const sqlName = types.get(synonyms.get(element) ?? element)
  if (!sqlName) throw new RestError(400, '42704', `type "${name}" does not exist`)
  return array ? `${sqlName}[]` : sqlName
}

/** Throws unless aggregates are allowed, because an aggregate may read every row of a table. */
export function checkAggregatesAllowed(isAllowed: boolean) {
  if (isAllowed) return
  throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

/** Returns whether the item is `count` without parentheses, an older notation for `count()`. */
export function isRowCount({ field, aggregate, cast }: SelectedColumn, relation: Relation) {
  const isPlain = field.path.length === 0 && aggregate === undefined && cast === undefined
  return isPlain && field.name === 'count' && !relation.columns.has('count')
}

/** A `count` is always allowed as the only item, because it does not group rows. */
export function isOnlyItem(items: SelectItem[]) {
  return items.length === 1
}

export function refuseGroupedSpread(embed: EmbedPlan) {
  if (embed.isToOne || !isGrouped(embed)) return
  throw new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
}
