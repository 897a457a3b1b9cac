// Rows that were changed or came from a function are read a second time, by name: what is computed of a whole row
// has to be asked for while it still is one.
import type { PlannedCondition, PlannedField, PlannedItem, ResourcePlan } from '../plan/plan.ts'

/** The fields of the root itself that the answer, its order and its filters are made of. */
export function fieldsOf(resource: ResourcePlan): PlannedField[] {
  return [
    ...resource.items.flatMap((item) => (item.kind === 'value' ? [item.value.field] : [])),
    ...resource.order.flatMap(({ field, embed }) => (embed ? [] : [field])),
    ...resource.where.flatMap(fieldsOfCondition),
  ]
}

function fieldsOfCondition(condition: PlannedCondition): PlannedField[] {
  if (condition.kind === 'filter') return [condition.field]
  return condition.kind === 'missing' ? [] : condition.terms.flatMap(fieldsOfCondition)
}

/** The same resource where computed columns are columns already. */
export function materialized(resource: ResourcePlan): ResourcePlan {
  return {
    ...resource,
    items: resource.items.map(asColumn),
    order: resource.order.map((term) =>
      term.embed ? term : { ...term, field: plain(term.field) },
    ),
    where: resource.where.map(onColumns),
  }
}

function asColumn(item: PlannedItem): PlannedItem {
  if (item.kind === 'embed') return item
  return { kind: 'value', value: { ...item.value, field: plain(item.value.field) } }
}

function onColumns(condition: PlannedCondition): PlannedCondition {
  if (condition.kind === 'missing') return condition
  if (condition.kind === 'filter') return { ...condition, field: plain(condition.field) }
  return { ...condition, terms: condition.terms.map(onColumns) }
}

function plain(field: PlannedField): PlannedField {
  return { ...field, computedIn: undefined }
}
