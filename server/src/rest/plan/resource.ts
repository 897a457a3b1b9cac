// What is read of one relation and of those embedded in it.
import { RestError } from '../errors.ts'
import type {
  Aggregate,
  Condition,
  Query,
  SelectedColumn,
  SelectedCount,
  SelectedEmbed,
  SelectItem,
} from '../parse/query.ts'
import { isToOne, type Relation, type SchemaCache } from '../schema/schema.ts'
import { isAlone, isRowCount, refuseAggregates, refuseGroupedSpread } from './aggregates.ts'
import { checkedAlias, nameOf, resolve } from './fields.ts'
import { findEmbed, findResource } from './find-embed.ts'
import { findRelationship } from './find-relationship.ts'
import { planOrder } from './order.ts'
import type { EmbedPlan, PlannedCondition, PlannedItem, ResourcePlan } from './plan.ts'
import { capped, rangesOf } from './ranges.ts'
import { writtenType } from './types.ts'

export interface Planning {
  cache: SchemaCache
  /** How PostgreSQL would do it may be asked. */
  showsPlans: boolean
  /** No more rows than these of any relation. */
  maxRows: number
  allowsAggregates: boolean
}

const mostEmbeds = 40
const mostConditions = 500
/** As PostgreSQL has it, of one list. */
const mostColumns = 1664

export function planResource(query: Query, relation: Relation, planning: Planning): ResourcePlan {
  return new ResourcePlanner(query, planning).plan(relation)
}

class ResourcePlanner {
  readonly #query: Query
  readonly #planning: Planning
  #aliases = 0
  #conditions = 0
  #columns = 0

  constructor(query: Query, planning: Planning) {
    this.#query = query
    this.#planning = planning
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
    for (const { path, value } of rangesOf(this.#query)) {
      findResource(root, path).range = capped(value, this.#planning.maxRows)
    }
    return root
  }

  #select(relation: Relation, items: SelectItem[]): ResourcePlan {
    const alias = `t${this.#aliases}`
    this.#aliases += 1
    if (this.#aliases > mostEmbeds) {
      throw new RestError(400, 'PGRST100', `At most ${mostEmbeds} relations can be embedded.`)
    }
    const resource: ResourcePlan = {
      relation,
      alias,
      items: [],
      where: [],
      order: [],
      range: { offset: 0, limit: this.#planning.maxRows },
    }
    const planned = new Map(
      embedsFirst(items).map((item) => [item, this.#item(resource, item, items)]),
    )
    resource.items = items.flatMap((item) => planned.get(item) ?? [])
    refuseTwice(resource)
    return resource
  }

  #item(resource: ResourcePlan, item: SelectItem, all: SelectItem[]): PlannedItem[] {
    this.#columns += item.kind === 'star' ? resource.relation.columns.size : 1
    if (this.#columns > mostColumns) {
      throw new RestError(400, 'PGRST100', `At most ${mostColumns} columns can be selected.`)
    }
    switch (item.kind) {
      case 'star':
        return allColumns(resource)
      case 'column':
        return isRowCount(item, resource.relation)
          ? [this.#count({ kind: 'count', alias: item.alias, cast: undefined }, isAlone(all))]
          : [this.#value(resource, item)]
      case 'count':
        return [this.#count(item)]
      case 'embed':
        return [this.#embedded(resource, item)]
    }
  }

  #value(resource: ResourcePlan, { field, alias, cast, aggregate }: SelectedColumn): PlannedItem {
    const value = { field: resolve(resource, field), cast: this.#type(cast) }
    if (!aggregate) {
      return {
        kind: 'value',
        value: { ...value, aggregate: undefined, as: nameOf(field, alias) },
      }
    }
    refuseAggregates(this.#planning.allowsAggregates)
    const as = checkedAlias(alias ?? aggregate.function)
    return { kind: 'value', value: { ...value, aggregate: this.#aggregate(aggregate), as } }
  }

  #aggregate({ function: own, cast }: Aggregate): Aggregate {
    return { function: own, cast: this.#type(cast) }
  }

  #count({ alias, cast }: SelectedCount, isAlways = false): PlannedItem {
    refuseAggregates(isAlways || this.#planning.allowsAggregates)
    return { kind: 'count', count: { cast: this.#type(cast), as: checkedAlias(alias ?? 'count') } }
  }

  #embedded(outer: ResourcePlan, item: SelectedEmbed): PlannedItem {
    const embed = this.#embed(outer, item)
    if (!item.isSpread) return { kind: 'embed', embed }
    refuseGroupedSpread(embed)
    return { kind: 'spread', embed }
  }

  #embed(outer: ResourcePlan, item: SelectedEmbed): EmbedPlan {
    const schema = this.#planning.cache.schemas.get(outer.relation.schema)
    const relationship = findRelationship(outer.relation, item, schema)
    return {
      ...this.#select(relationship.target, item.select),
      name: item.name,
      as: checkedAlias(item.alias ?? item.name),
      outer: outer.alias,
      hasOuterRow: false,
      relationship,
      isToOne: isToOne(relationship),
      isInner: item.isInner,
    }
  }

  #type(spoken: string | undefined): string | undefined {
    return spoken === undefined ? undefined : writtenType(spoken, this.#planning.cache)
  }

  #condition(resource: ResourcePlan, condition: Condition): PlannedCondition {
    this.#conditions += 1
    if (this.#conditions > mostConditions) {
      throw new RestError(
        400,
        'PGRST100',
        `A request can have at most ${mostConditions} conditions.`,
      )
    }
    if (condition.kind !== 'filter') {
      const terms = condition.terms.map((term) => this.#condition(resource, term))
      return { kind: condition.kind, isNegated: condition.isNegated, terms }
    }
    const { field, isNegated, operation } = condition
    const embed = field.path.length === 0 ? findEmbed(resource, field.name) : undefined
    if (!embed || resource.relation.columns.has(field.name)) {
      return { kind: 'filter', isNegated, field: resolve(resource, field), operation }
    }
    if (operation.kind !== 'is' || !operation.value.endsWith('null')) throw badFilter(field.name)
    return { kind: 'missing', isNegated: isNegated !== (operation.value === 'not_null'), embed }
  }
}

/** Of a relationship and a column that are both not there, clients are told the relationship. */
function embedsFirst(items: SelectItem[]) {
  return [
    ...items.filter(({ kind }) => kind === 'embed'),
    ...items.filter(({ kind }) => kind !== 'embed'),
  ]
}

/** An answer has a name once: of two the reader would see only one. */
function refuseTwice({ items, relation }: ResourcePlan) {
  const names = items.flatMap((item) => (item.kind === 'embed' ? [item.embed.as] : []))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice === undefined) return
  throw new RestError(
    400,
    '42712',
    `table name "${relation.name}_${twice}_1" specified more than once`,
  )
}

function allColumns(resource: ResourcePlan): PlannedItem[] {
  return [...resource.relation.columns.keys()].map((name) => ({
    kind: 'value',
    value: {
      field: resolve(resource, { name, path: [] }),
      cast: undefined,
      aggregate: undefined,
      as: name,
    },
  }))
}

function badFilter(name: string) {
  return new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}
