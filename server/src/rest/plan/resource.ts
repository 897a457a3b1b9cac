// What is read of one relation and of those embedded in it.
import { badRange, noSuchColumn, notEmbedded, RestError } from '../errors.ts'
import type {
  At,
  Condition,
  Field,
  OrderTerm,
  Query,
  SelectedEmbed,
  SelectItem,
} from '../parse/query.ts'
import type { Range } from '../parse/range.ts'
import type { Relation, SchemaCache } from '../schema/schema.ts'
import { findRelationship } from './find-relationship.ts'
import type {
  EmbedPlan,
  PlannedCondition,
  PlannedField,
  PlannedItem,
  PlannedOrder,
  PlannedValue,
  ResourcePlan,
} from './plan.ts'
import { closest } from './suggest.ts'

export interface Planning {
  cache: SchemaCache
  /** No more rows than these of any relation. */
  maxRows: number
}

const mostEmbeds = 40
const mostConditions = 500

export function planResource(query: Query, relation: Relation, planning: Planning): ResourcePlan {
  return new ResourcePlanner(query, planning).plan(relation)
}

class ResourcePlanner {
  readonly #query: Query
  readonly #planning: Planning
  #aliases = 0
  #conditions = 0

  constructor(query: Query, planning: Planning) {
    this.#query = query
    this.#planning = planning
  }

  plan(relation: Relation): ResourcePlan {
    const root = this.#select(relation, this.#query.select)
    for (const { path, value } of this.#query.conditions) {
      const resource = find(root, path)
      resource.where.push(this.#condition(resource, value))
    }
    for (const { path, value } of this.#query.orders) {
      const resource = find(root, path)
      resource.order.push(...value.map((term) => order(resource, term)))
    }
    this.#limit(root)
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
    resource.items = items.flatMap((item) => this.#item(resource, item))
    return resource
  }

  #item(resource: ResourcePlan, item: SelectItem): PlannedItem[] {
    switch (item.kind) {
      case 'star':
        return [...resource.relation.columns.keys()].map((name) => ({
          kind: 'value',
          value: { field: resolve(resource, { name, path: [] }), cast: undefined, as: name },
        }))
      case 'column': {
        const { field, cast, alias } = item
        const value: PlannedValue = {
          field: resolve(resource, field),
          cast: cast === undefined ? undefined : this.#type(cast),
          as:
            field.path.length > 0 || alias !== undefined
              ? checkedAlias(alias ?? lastKey(field))
              : field.name,
        }
        return [{ kind: 'value', value }]
      }
      case 'embed':
        return [{ kind: 'embed', embed: this.#embed(resource, item) }]
    }
  }

  #embed(outer: ResourcePlan, item: SelectedEmbed): EmbedPlan {
    const relationship = findRelationship(outer.relation, item)
    return {
      ...this.#select(relationship.target, item.select),
      name: item.name,
      as: checkedAlias(item.alias ?? item.name),
      outer: outer.alias,
      relationship,
      isToOne: relationship.cardinality !== 'one-to-many',
      isInner: item.isInner,
      isJoined: item.isInner,
    }
  }

  #type(spoken: string): string {
    const isArray = spoken.endsWith('[]')
    const written = this.#planning.cache.types.get(isArray ? spoken.slice(0, -2) : spoken)
    if (!written) throw new RestError(400, '42704', `type "${spoken}" does not exist`)
    return isArray ? `${written}[]` : written
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
    embed.isJoined = true
    return { kind: 'missing', isNegated: isNegated !== (operation.value === 'not_null'), embed }
  }

  #limit(root: ResourcePlan) {
    const { limits, offsets } = this.#query
    const paths = new Map([...limits, ...offsets].map(({ path }) => [path.join('\0'), path]))
    for (const path of paths.values()) {
      const resource = find(root, path)
      const range = rangeOf(firstAt(limits, path), firstAt(offsets, path))
      resource.range = capped(range, this.#planning.maxRows)
    }
  }
}

/** The rows that were asked for, and no more than are given at once. */
export function capped(range: Range, maxRows: number): Range {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

function rangeOf(limit: number | undefined, offset: number | undefined): Range {
  if (limit !== undefined && limit < 0) {
    throw badRange('Limit should be greater than or equal to zero.')
  }
  if (offset !== undefined && offset < 0) {
    throw badRange('Offset should be greater than or equal to zero.')
  }
  return { offset: offset ?? 0, limit }
}

function firstAt(values: At<number>[], path: string[]) {
  return values.find((at) => at.path.join('\0') === path.join('\0'))?.value
}

function find(root: ResourcePlan, path: string[]): ResourcePlan {
  let resource = root
  for (const name of path) {
    const embed = findEmbed(resource, name)
    if (!embed) throw notEmbedded(name)
    resource = embed
  }
  return resource
}

function findEmbed({ items }: ResourcePlan, name: string): EmbedPlan | undefined {
  const embeds = items.flatMap((item) => (item.kind === 'embed' ? [item.embed] : []))
  return embeds.find(({ as }) => as === name) ?? embeds.find((embed) => embed.name === name)
}

function resolve({ relation, alias }: ResourcePlan, { name, path }: Field): PlannedField {
  const column = relation.columns.get(name)
  const computedIn = column ? undefined : relation.computed.get(name)
  if (!column && computedIn === undefined) {
    throw noSuchColumn(relation.name, name, closest(name, relation.columns.keys(), 0.5))
  }
  return { table: alias, name, path, computedIn, type: column?.type }
}

function order(
  resource: ResourcePlan,
  { field, relation, isDescending, nulls }: OrderTerm,
): PlannedOrder {
  if (relation === undefined) {
    return { field: resolve(resource, field), embed: undefined, isDescending, nulls }
  }
  const embed = findEmbed(resource, relation)
  if (!embed) throw notEmbedded(relation)
  if (!embed.isToOne) throw notToOne(resource.relation.name, relation)
  return { field: resolve(embed, field), embed, isDescending, nulls }
}

/** Of a path into JSON the last key names the value. */
function lastKey({ name, path }: Field) {
  const last = path.findLast((step) => step.kind === 'key')
  return last?.kind === 'key' ? last.key : name
}

/** It is written into the statement, as a quoted name: so it may be neither too long nor anything odd. */
function checkedAlias(alias: string) {
  if (Buffer.byteLength(alias) <= 63 && !/["\\\p{Cc}]/u.test(alias)) return alias
  throw new RestError(400, 'PGRST100', 'This name cannot be used in an answer.', {
    details: 'A name has at most 63 bytes, and no quotes, backslashes or control characters.',
  })
}

function badFilter(name: string) {
  return new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

function notToOne(origin: string, target: string) {
  return new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}
