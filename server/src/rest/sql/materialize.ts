// Prepares a resource whose rows come from a CTE. The CTE evaluates computed columns, because they need the whole row.
import {
  type EmbedPlan,
  embedsOf,
  type OrderedBy,
  type PlannedCondition,
  type PlannedField,
  type PlannedItem,
  type ResourcePlan,
} from '../plan/plan.ts'

/** Returns the fields of the root that the selected items, the order and the filters use. */
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

/** Returns a resource that reads computed columns and whole outer rows from plain columns of the CTE. */
export function materialize(resource: ResourcePlan): ResourcePlan {
  const embeds = new Map(embedsOf(resource).map((embed) => [embed, readingOuterFromColumn(embed)]))
  const replace = (embed: EmbedPlan) => embeds.get(embed) ?? embed
  return {
    ...resource,
    items: resource.items.map((item) => replaceInItem(item, replace)),
    order: resource.order.map((term) => ({ ...term, by: replaceInOrder(term.by, replace) })),
    where: resource.where.map((condition) => replaceInCondition(condition, replace)),
  }
}

type ReplaceEmbed = (embed: EmbedPlan) => EmbedPlan

function readingOuterFromColumn(embed: EmbedPlan): EmbedPlan {
  return { ...embed, readsOuterFromColumn: true }
}

function replaceInItem(item: PlannedItem, replace: ReplaceEmbed): PlannedItem {
  switch (item.kind) {
    case 'value':
      return { kind: 'value', value: { ...item.value, field: asPlainColumn(item.value.field) } }
    case 'count':
      return item
    case 'embed':
    case 'spread':
      return { kind: item.kind, embed: replace(item.embed) }
  }
}

function replaceInOrder(by: OrderedBy, replace: ReplaceEmbed): OrderedBy {
  return by.kind === 'field'
    ? { kind: 'field', field: asPlainColumn(by.field) }
    : { ...by, embed: replace(by.embed) }
}

function replaceInCondition(condition: PlannedCondition, replace: ReplaceEmbed): PlannedCondition {
  switch (condition.kind) {
    case 'missing':
      return { ...condition, embed: replace(condition.embed) }
    case 'filter':
      return { ...condition, field: asPlainColumn(condition.field) }
    case 'and':
    case 'or':
      return {
        ...condition,
        terms: condition.terms.map((term) => replaceInCondition(term, replace)),
      }
  }
}

function asPlainColumn(field: PlannedField): PlannedField {
  return { ...field, computedIn: undefined }
}
