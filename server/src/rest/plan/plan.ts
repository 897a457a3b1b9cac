// What will be asked of the database: every name in it is one that the schema cache knows.
import type { AnswerForm } from '../parse/accept.ts'
import type { Preferences } from '../parse/preferences.ts'
import type { JsonStep, Operation } from '../parse/query.ts'
import type { Range } from '../parse/range.ts'
import type { Column, Relation, Relationship, Routine } from '../schema/schema.ts'

export interface PlannedField {
  /** The alias of the table it belongs to. */
  table: string
  name: string
  path: JsonStep[]
  /** The schema of the function that computes it. */
  computedIn: string | undefined
  type: string | undefined
}

export interface PlannedValue {
  field: PlannedField
  /** As SQL writes the type. */
  cast: string | undefined
  as: string
}

export type PlannedItem =
  | { kind: 'value'; value: PlannedValue }
  | { kind: 'embed'; embed: EmbedPlan }

/** An embed of which nothing is selected only decides which rows there are. */
export function isShown(item: PlannedItem) {
  return item.kind === 'value' || item.embed.items.length > 0
}

/** An estimated count is exact up to here. */
export const mostCounted = 1000

/** Only of what is read: what is written was counted already. */
export function wantsEstimate({ kind, preferences }: Plan) {
  return kind === 'read' && (preferences.count === 'planned' || preferences.count === 'estimated')
}

export type PlannedCondition =
  | { kind: 'and' | 'or'; isNegated: boolean; terms: PlannedCondition[] }
  | { kind: 'filter'; isNegated: boolean; field: PlannedField; operation: Operation }
  /** Whether an embedded relation has a row. */
  | { kind: 'missing'; isNegated: boolean; embed: EmbedPlan }

export interface PlannedOrder {
  field: PlannedField
  /** The embedded relation that the field belongs to. */
  embed: EmbedPlan | undefined
  isDescending: boolean
  nulls: 'first' | 'last' | undefined
}

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
  outer: string
  relationship: Relationship
  isToOne: boolean
  isInner: boolean
  /** The rows of the outer relation depend on it, so it cannot wait until they are chosen. */
  isJoined: boolean
}

interface Answering {
  form: AnswerForm
  preferences: Preferences
}

export interface ReadPlan extends Answering {
  kind: 'read'
  resource: ResourcePlan
}

export interface InsertPlan extends Answering {
  kind: 'insert'
  resource: ResourcePlan
  columns: Column[]
  json: string
  count: number
  fillsDefaults: boolean
  conflict: { columns: string[]; isMerged: boolean } | undefined
}

export interface UpdatePlan extends Answering {
  kind: 'update'
  resource: ResourcePlan
  columns: Column[]
  json: string
}

export interface DeletePlan extends Answering {
  kind: 'delete'
  resource: ResourcePlan
}

export type CallArguments =
  | { kind: 'json'; json: string; names: string[] }
  | { kind: 'texts'; texts: [name: string, text: string][] }

export interface CallPlan extends Answering {
  kind: 'call'
  routine: Routine
  arguments: CallArguments
  resource: ResourcePlan
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan

export type Plan = ReadPlan | WritePlan | CallPlan
