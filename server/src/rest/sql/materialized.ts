// Rows that were changed or came from a function are read a second time, by name: what is computed of a whole row
// has to be asked for while it still is one.
import type {
  EmbedPlan,
  OrderedBy,
  PlannedCondition,
  PlannedField,
  PlannedItem,
  ResourcePlan,
} from '../plan/plan.ts'
import { embedsOf } from '../plan/plan.ts'

/** The column that keeps the row as it was, for functions that take it. */
export const wholeRow = 'whole row'

/** The fields of the root itself that the answer, its order and its filters are made of. */
export function fieldsOf(resource: ResourcePlan): PlannedField[] {
  return [
    ...resource.items.flatMap((item) => (item.kind === 'value' ? [item.value.field] : [])),
    ...resource.order.flatMap(({ by }) => (by.kind === 'field' ? [by.field] : [])),
    ...resource.where.flatMap(fieldsOfCondition),
  ]
}

export function needsWholeRow(resource: ResourcePlan) {
  return embedsOf(resource).some(({ relationship }) => relationship.kind === 'computed')
}

function fieldsOfCondition(condition: PlannedCondition): PlannedField[] {
  if (condition.kind === 'filter') return [condition.field]
  return condition.kind === 'missing' ? [] : condition.terms.flatMap(fieldsOfCondition)
}

/** The same resource where computed columns are columns already, and so is the row itself. */
export function materialized(resource: ResourcePlan): ResourcePlan {
  const embeds = new Map(embedsOf(resource).map((embed) => [embed, onColumn(embed)]))
  const moved = (embed: EmbedPlan) => embeds.get(embed) ?? embed
  return {
    ...resource,
    items: resource.items.map((item) => itemOf(item, moved)),
    order: resource.order.map((term) => ({ ...term, by: orderOf(term.by, moved) })),
    where: resource.where.map((condition) => conditionOf(condition, moved)),
  }
}

type Moved = (embed: EmbedPlan) => EmbedPlan

function onColumn(embed: EmbedPlan): EmbedPlan {
  return { ...embed, hasOuterRow: true }
}

function itemOf(item: PlannedItem, moved: Moved): PlannedItem {
  switch (item.kind) {
    case 'value':
      return { kind: 'value', value: { ...item.value, field: plain(item.value.field) } }
    case 'count':
      return item
    case 'embed':
    case 'spread':
      return { kind: item.kind, embed: moved(item.embed) }
  }
}

function orderOf(by: OrderedBy, moved: Moved): OrderedBy {
  return by.kind === 'field'
    ? { kind: 'field', field: plain(by.field) }
    : { ...by, embed: moved(by.embed) }
}

function conditionOf(condition: PlannedCondition, moved: Moved): PlannedCondition {
  switch (condition.kind) {
    case 'missing':
      return { ...condition, embed: moved(condition.embed) }
    case 'filter':
      return { ...condition, field: plain(condition.field) }
    case 'and':
    case 'or':
      return { ...condition, terms: condition.terms.map((term) => conditionOf(term, moved)) }
  }
}

function plain(field: PlannedField): PlannedField {
  return { ...field, computedIn: undefined }
}
