// Defines the types of a plan, whose relations, columns and functions are from the schema cache.
import type { Preferences, Range } from '../parse/headers.ts'
import type { Aggregate, JsonStep, Operation } from '../parse/query.ts'
import type { Column, MediaHandler, Relation, Relationship, Routine } from '../schema/schema.ts'
import { noSuchEmbed } from '../errors.ts'

export type Plan = ReadPlan | WritePlan | CallPlan

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan

interface BasePlan {
  format: ResponseFormat
  preferences: Preferences
}

interface CountedPlan {
  /** If a client asks for an estimated count, the count is exact up to this limit. */
  exactCountLimit: number
}

export interface ReadPlan extends BasePlan, CountedPlan {
  kind: 'read'
  resource: ResourcePlan
}

export interface InsertPlan extends BasePlan {
  kind: 'insert'
  /** The primary key from the URL of a PUT. */
  putKey: { column: Column; value: string }[] | undefined
  resource: ResourcePlan
  columns: Column[]
  json: string
  rowCount: number
  fillsDefaults: boolean
  conflict: { columns: string[]; isMerged: boolean } | undefined
}

export interface UpdatePlan extends BasePlan {
  kind: 'update'
  resource: ResourcePlan
  columns: Column[]
  json: string
  fillsDefaults: boolean
}

export interface DeletePlan extends BasePlan {
  kind: 'delete'
  resource: ResourcePlan
}

export interface CallPlan extends BasePlan, CountedPlan {
  kind: 'call'
  routine: Routine
  arguments: CallArguments
  resource: ResourcePlan
}

export type CallArguments =
  | { kind: 'json'; json: string; names: string[] }
  | { kind: 'texts'; texts: [name: string, text: string][] }
  /** Passes the whole body to a function whose only parameter has no name. */
  | { kind: 'whole'; value: string | Buffer; type: string }

export type ResponseFormat = {
  isStripped: boolean
  contentType: string
  explain?: { format: 'json' | 'text'; options: string[] }
} & (
  | { kind: 'array' | 'object' | 'csv' }
  /** The function's value is the response body. */
  | { kind: 'value'; isBytes: boolean }
  | { kind: 'rows'; isBytes: boolean; handler: MediaHandler }
)

export interface ResourcePlan {
  relation: Relation
  alias: string
  items: PlannedItem[]
  where: PlannedCondition[]
  order: PlannedOrder[]
  range: Range
}

export interface EmbedPlan extends ResourcePlan {
  name: string
  as: string
  outerAlias: string
  /** True if the outer rows come from a CTE that has the whole row as one column. */
  readsOuterFromColumn: boolean
  relationship: Relationship
  isToOne: boolean
  /** True if outer rows without an embedded row are left out. */
  isInner: boolean
}

export type PlannedItem =
  | { kind: 'value'; value: PlannedValue }
  | { kind: 'count'; count: PlannedCount }
  | { kind: 'embed'; embed: EmbedPlan }
  /** The embed's columns become columns of the outer row, or lists for a to-many embed. */
  | { kind: 'spread'; embed: EmbedPlan }

interface PlannedValue {
  field: PlannedField
  /** The type's name in SQL. */
  cast: string | undefined
  aggregate: Aggregate | undefined
  as: string
}

interface PlannedCount {
  cast: string | undefined
  as: string
}

export interface PlannedField {
  /** The alias of the table that the field belongs to. */
  table: string
  name: string
  path: JsonStep[]
  /** The schema of the function that computes the field. */
  computedIn: string | undefined
  /** Undefined for a computed column, whose type is unknown. */
  column: Column | undefined
}

export type PlannedCondition =
  | { kind: 'and' | 'or'; isNegated: boolean; terms: PlannedCondition[] }
  | PlannedFilter
  /** Matches if an embed has no row. */
  | { kind: 'missing'; isNegated: boolean; embed: EmbedPlan }

export interface PlannedFilter {
  kind: 'filter'
  isNegated: boolean
  field: PlannedField
  operation: Operation
}

export interface PlannedOrder {
  by: OrderedBy
  isDescending: boolean
  nulls: 'first' | 'last' | undefined
}

export type OrderedBy =
  | { kind: 'field'; field: PlannedField }
  /** Sorts by a column of an embed that has at most one row. */
  | { kind: 'embedded'; embed: EmbedPlan; field: PlannedField }
  /** Sorts by a column of a spread embed, with the column's name in the response. */
  | { kind: 'spread'; embed: EmbedPlan; as: string }

/** Returns whether the plan needs PostgreSQL's estimate of the row count. */
export function wantsEstimate({ kind, preferences }: Plan) {
  return kind === 'read' && (preferences.count === 'planned' || preferences.count === 'estimated')
}

export function embedsOf({ items }: ResourcePlan): EmbedPlan[] {
  return items.flatMap((item) =>
    item.kind === 'embed' || item.kind === 'spread' ? [item.embed] : [],
  )
}

export function findEmbed(resource: ResourcePlan, name: string): EmbedPlan | undefined {
  const embeds = embedsOf(resource)
  return embeds.find(({ as }) => as === name) ?? embeds.find((embed) => embed.name === name)
}

/** Returns the root, or the embed at the end of the path. */
export function findResource(root: ResourcePlan, path: string[]): ResourcePlan {
  let resource = root
  for (const name of path) {
    const embed = findEmbed(resource, name)
    if (!embed) throw noSuchEmbed(name)
    resource = embed
  }
  return resource
}

/** Returns whether the item is part of the response, unlike an embed that only filters the rows. */
export function isVisible(item: PlannedItem): boolean {
  if (item.kind === 'value' || item.kind === 'count') return true
  return item.embed.items.some(isVisible)
}

/** Returns whether the resource has an aggregate, directly or in a spread to-one embed. */
export function isGrouped({ items }: ResourcePlan): boolean {
  return items.some((item) => {
    if (item.kind === 'value') return item.value.aggregate !== undefined
    if (item.kind === 'spread') return item.embed.isToOne && isGrouped(item.embed)
    return item.kind === 'count'
  })
}

export function columnNames({ items }: ResourcePlan): string[] {
  return items.filter(isVisible).flatMap((item) => {
    switch (item.kind) {
      case 'value':
        return [item.value.as]
      case 'count':
        return [item.count.as]
      case 'embed':
        return [item.embed.as]
      case 'spread':
        return columnNames(item.embed)
    }
  })
}
