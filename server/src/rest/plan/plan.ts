// What will be asked of the database: every name in it is one that the schema cache knows.
import type { Preferences } from '../parse/preferences.ts'
import type { Aggregate, JsonStep, Operation } from '../parse/query.ts'
import type { Range } from '../parse/range.ts'
import type { Column, MediaHandler, Relation, Relationship, Routine } from '../schema/schema.ts'

export interface PlannedField {
  /** The alias of the table it belongs to. */
  table: string
  name: string
  path: JsonStep[]
  /** The schema of the function that computes it. */
  computedIn: string | undefined
  /** Of what is computed nothing is known but its name. */
  column: Column | undefined
}

interface PlannedValue {
  field: PlannedField
  /** As SQL writes the type. */
  cast: string | undefined
  /** Of this value in many rows. */
  aggregate: Aggregate | undefined
  as: string
}

/** How many rows there are. */
interface PlannedCount {
  cast: string | undefined
  as: string
}

export type PlannedItem =
  | { kind: 'value'; value: PlannedValue }
  | { kind: 'count'; count: PlannedCount }
  | { kind: 'embed'; embed: EmbedPlan }
  /** Of which the columns are columns here: of many rows each becomes a list. */
  | { kind: 'spread'; embed: EmbedPlan }

/** An embed of which nothing is selected only decides which rows there are. */
export function isShown(item: PlannedItem): boolean {
  if (item.kind === 'value' || item.kind === 'count') return true
  return item.embed.items.some(isShown)
}

export function embedsOf({ items }: ResourcePlan): EmbedPlan[] {
  return items.flatMap((item) =>
    item.kind === 'embed' || item.kind === 'spread' ? [item.embed] : [],
  )
}

/** Whether its rows are summed up: also by what is spread into it. */
export function isGrouped({ items }: ResourcePlan): boolean {
  return items.some((item) => {
    if (item.kind === 'value') return item.value.aggregate !== undefined
    if (item.kind === 'spread') return item.embed.isToOne && isGrouped(item.embed)
    return item.kind === 'count'
  })
}

/** What the columns of the answer are called. */
export function namesOf({ items }: ResourcePlan): string[] {
  return items.filter(isShown).flatMap((item) => {
    switch (item.kind) {
      case 'value':
        return [item.value.as]
      case 'count':
        return [item.count.as]
      case 'embed':
        return [item.embed.as]
      case 'spread':
        return namesOf(item.embed)
    }
  })
}

/** Only of what is read: what is written was counted already. */
export function wantsEstimate({ kind, preferences }: Plan) {
  return kind === 'read' && (preferences.count === 'planned' || preferences.count === 'estimated')
}

export interface PlannedFilter {
  kind: 'filter'
  isNegated: boolean
  field: PlannedField
  operation: Operation
}

export type PlannedCondition =
  | { kind: 'and' | 'or'; isNegated: boolean; terms: PlannedCondition[] }
  | PlannedFilter
  /** Whether an embedded relation has a row. */
  | { kind: 'missing'; isNegated: boolean; embed: EmbedPlan }

export type OrderedBy =
  | { kind: 'field'; field: PlannedField }
  /** A column of a relation that is embedded to one. */
  | { kind: 'embedded'; embed: EmbedPlan; field: PlannedField }
  /** One of the columns that are spread into the rows, by its name. */
  | { kind: 'spread'; embed: EmbedPlan; as: string }

export interface PlannedOrder {
  by: OrderedBy
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
  /** Whether the row that it is embedded in was made before, and is a column now. */
  hasOuterRow: boolean
  relationship: Relationship
  isToOne: boolean
  /** Rows without it are left out. */
  isInner: boolean
}

export type AnswerForm = {
  isStripped: boolean
  contentType: string
  explained?: { format: 'json' | 'text'; options: string[] }
} & (
  | { kind: 'array' | 'object' | 'csv' }
  /** The value of a function as it is. */
  | { kind: 'value'; isBytes: boolean }
  | { kind: 'rows'; isBytes: boolean; handler: MediaHandler }
)

interface Answering {
  form: AnswerForm
  preferences: Preferences
}

interface Counting {
  /** An estimated count is exact up to here. */
  mostCounted: number
}

export interface ReadPlan extends Answering, Counting {
  kind: 'read'
  resource: ResourcePlan
}

export interface InsertPlan extends Answering {
  kind: 'insert'
  /** Of a PUT: the one row that is written, by its primary key. */
  addressed: { column: Column; value: string }[] | undefined
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
  fillsDefaults: boolean
}

export interface DeletePlan extends Answering {
  kind: 'delete'
  resource: ResourcePlan
}

export type CallArguments =
  | { kind: 'json'; json: string; names: string[] }
  | { kind: 'texts'; texts: [name: string, text: string][] }
  /** For a function with one parameter that has no name. */
  | { kind: 'whole'; value: string | Buffer; type: string }

export interface CallPlan extends Answering, Counting {
  kind: 'call'
  routine: Routine
  arguments: CallArguments
  resource: ResourcePlan
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan

export type Plan = ReadPlan | WritePlan | CallPlan
