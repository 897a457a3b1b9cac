// Plans how to read a relation and its embeds.
import { badRange, RestError } from '../errors.ts'
import type {
  Aggregate,
  AtPath,
  Condition,
  Operation,
  Query,
  SelectItem,
  SelectedColumn,
  SelectedCount,
  SelectedEmbed,
} from '../parse/query.ts'
import { type Column, isToOne, type Relation, type SchemaCache } from '../schema/schema.ts'
import { checkNumber } from './decimal-numbers.ts'
import {
  checkAlias,
  isOnlyItem,
  isRowCount,
  outputName,
  planOrder,
  checkAggregatesAllowed,
  refuseGroupedSpread,
  resolveField,
  resolveType,
} from './fields.ts'
import {
  type EmbedPlan,
  findEmbed,
  findResource,
  type PlannedCondition,
  type PlannedItem,
  type ResourcePlan,
} from './plan.ts'
import { findRelationship } from './find-relationship.ts'
import type { Range } from '../parse/headers.ts'

export interface PlanContext {
  schemaCache: SchemaCache
  allowsExplain: boolean
  /** The maximum number of rows in the response and in each embedded list. */
  maxRows: number
  allowsAggregates: boolean
  /** True if the request's role bypasses row security. */
  seesAllRows: boolean
}

const maxEmbeds = 40
const maxConditions = 500
/** PostgreSQL's limit for the number of columns in a select list. */
const maxColumns = 1664

export function planResource(query: Query, relation: Relation, context: PlanContext): ResourcePlan {
  return new ResourcePlanner(query, context).plan(relation)
}

class ResourcePlanner {
  readonly #query: Query
  readonly #context: PlanContext
  #aliases = 0
  #conditions = 0
  #columns = 0

  constructor(query: Query, context: PlanContext) {
    this.#query = query
    this.#context = context
  }

  plan(relation: Relation): ResourcePlan {
    const root = this.#select(relation, this.#query.select)
    for (const { path, value } of this.#query.conditions) {
      const resource = findResource(root, path)
      resource.where.push(this.#condition(resource, value))
    }
    for (const { path, value } of this.#query.orders) {
      const resource = findResource(root, path)
      resource.order.push(...value.map((term) => planOrder(resource, term)))
    }
    for (const { path, value } of planRanges(this.#query)) {
      findResource(root, path).range = capRange(value, this.#context.maxRows)
    }
    return root
  }

  #select(relation: Relation, items: SelectItem[]): ResourcePlan {
    const alias = `t${this.#aliases}`
    this.#aliases += 1
    if (this.#aliases > maxEmbeds) {
      throw new RestError(400, 'PGRST100', `At most ${maxEmbeds} relations can be embedded.`)
    }
    const resource: ResourcePlan = {
      relation,
      alias,
      items: [],
      where: [],
      order: [],
      range: { offset: 0, limit: this.#context.maxRows },
    }
    const planned = new Map(
      embedsFirst(items).map((item) => [item, this.#item(resource, item, items)]),
    )
    resource.items = items.flatMap((item) => planned.get(item) ?? [])
    refuseDuplicateNames(resource)
    return resource
  }

  #item(resource: ResourcePlan, item: SelectItem, all: SelectItem[]): PlannedItem[] {
    this.#columns += item.kind === 'star' ? resource.relation.columns.size : 1
    if (this.#columns > maxColumns) {
      throw new RestError(400, 'PGRST100', `At most ${maxColumns} columns can be selected.`)
    }
    switch (item.kind) {
      case 'star':
        return allColumns(resource)
      case 'column':
        return isRowCount(item, resource.relation)
          ? [this.#count({ kind: 'count', alias: item.alias, cast: undefined }, isOnlyItem(all))]
          : [this.#value(resource, item)]
      case 'count':
        return [this.#count(item)]
      case 'embed':
        return [this.#embedItem(resource, item)]
    }
  }

  #value(resource: ResourcePlan, { field, alias, cast, aggregate }: SelectedColumn): PlannedItem {
    const value = { field: resolveField(resource, field), cast: this.#type(cast) }
    if (!aggregate) {
      return {
        kind: 'value',
        value: { ...value, aggregate: undefined, as: outputName(field, alias) },
      }
    }
    checkAggregatesAllowed(this.#context.allowsAggregates)
    const as = checkAlias(alias ?? aggregate.function)
    return { kind: 'value', value: { ...value, aggregate: this.#aggregate(aggregate), as } }
  }

  #aggregate({ function: name, cast }: Aggregate): Aggregate {
    return { function: name, cast: this.#type(cast) }
  }

  #count({ alias, cast }: SelectedCount, isAlwaysAllowed = false): PlannedItem {
    checkAggregatesAllowed(isAlwaysAllowed || this.#context.allowsAggregates)
    return { kind: 'count', count: { cast: this.#type(cast), as: checkAlias(alias ?? 'count') } }
  }

  #embedItem(outer: ResourcePlan, item: SelectedEmbed): PlannedItem {
    const embed = this.#embed(outer, item)
    if (!item.isSpread) return { kind: 'embed', embed }
    refuseGroupedSpread(embed)
    return { kind: 'spread', embed }
  }

  #embed(outer: ResourcePlan, item: SelectedEmbed): EmbedPlan {
    const schema = this.#context.schemaCache.schemas.get(outer.relation.schema)
    const relationship = findRelationship(outer.relation, item, schema)
    return {
      ...this.#select(relationship.target, item.select),
      name: item.name,
      as: checkAlias(item.alias ?? item.name),
      outerAlias: outer.alias,
      readsOuterFromColumn: false,
      relationship,
      isToOne: isToOne(relationship),
      isInner: item.isInner,
    }
  }

  #type(name: string | undefined): string | undefined {
    return name === undefined ? undefined : resolveType(name, this.#context.schemaCache)
  }

  #condition(resource: ResourcePlan, condition: Condition): PlannedCondition {
    this.#conditions += 1
    if (this.#conditions > maxConditions) {
      throw new RestError(
        400,
        'PGRST100',
        `A request can have at most ${maxConditions} conditions.`,
      )
    }
    if (condition.kind !== 'filter') {
      const terms = condition.terms.map((term) => this.#condition(resource, term))
      return { kind: condition.kind, isNegated: condition.isNegated, terms }
    }
    const { field, isNegated, operation } = condition
    const embed = field.path.length === 0 ? findEmbed(resource, field.name) : undefined
    if (!embed || resource.relation.columns.has(field.name)) {
      const planned = resolveField(resource, field)
      if (planned.path.length === 0) checkOperand(planned.column, operation)
      return { kind: 'filter', isNegated, field: planned, operation }
    }
    if (operation.kind !== 'is' || !operation.value.endsWith('null'))
      throw badEmbedFilter(field.name)
    return { kind: 'missing', isNegated: isNegated !== (operation.value === 'not_null'), embed }
  }
}

/** Puts embeds first, so that an unknown relationship is reported before an unknown column. */
function embedsFirst(items: SelectItem[]) {
  return [
    ...items.filter(({ kind }) => kind === 'embed'),
    ...items.filter(({ kind }) => kind !== 'embed'),
  ]
}

/** Checks the numbers in the value of a filter. */
function checkOperand(column: Column | undefined, operation: Operation) {
  if (operation.kind === 'in')
    for (const value of operation.values) checkNumber(column?.type, value)
  if (operation.kind === 'compare' || operation.kind === 'quantified')
    checkNumber(column?.type, operation.value)
}

/** Refuses two embeds with the same name, because JSON parsers keep only one of two equal keys. */
function refuseDuplicateNames({ items, relation }: ResourcePlan) {
  const names = items.flatMap((item) => (item.kind === 'embed' ? [item.embed.as] : []))
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate === undefined) return
  throw new RestError(
    400,
    '42712',
    `table name "${relation.name}_${duplicate}_1" specified more than once`,
  )
}

function allColumns(resource: ResourcePlan): PlannedItem[] {
  return [...resource.relation.columns.keys()].map((name) => ({
    kind: 'value',
    value: {
      field: resolveField(resource, { name, path: [] }),
      cast: undefined,
      aggregate: undefined,
      as: name,
    },
  }))
}

function badEmbedFilter(name: string) {
  return new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

export function capRange(range: Range, maxRows: number): Range {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

function planRanges({ limits, offsets }: Query): AtPath<Range>[] {
  const paths = new Map([...limits, ...offsets].map(({ path }) => [path.join('\0'), path]))
  return [...paths.values()].map((path) => ({
    path,
    value: rangeOf(firstAtPath(limits, path), firstAtPath(offsets, path)),
  }))
}

function rangeOf(limit: number | undefined, offset: number | undefined): Range {
  if (limit !== undefined && limit < 0) {
    throw badRange('Limit should be greater than or equal to zero.')
  }
  // PostgREST accepts a negative offset and reads from the first row, so this server does the same.
  return { offset: Math.max(offset ?? 0, 0), limit }
}

function firstAtPath(values: AtPath<number>[], path: string[]) {
  return values.find((at) => at.path.join('\0') === path.join('\0'))?.value
}
