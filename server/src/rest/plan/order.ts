// In which order the rows of a resource are given.
import { notEmbedded, RestError } from '../errors.ts'
import type { Field, OrderTerm } from '../parse/query.ts'
import { resolve } from './fields.ts'
import { findEmbed } from './find-embed.ts'
import type { EmbedPlan, OrderedBy, PlannedOrder, ResourcePlan } from './plan.ts'

export function planOrder(
  resource: ResourcePlan,
  { field, relation, isDescending, nulls }: OrderTerm,
): PlannedOrder {
  const by: OrderedBy =
    relation === undefined
      ? { kind: 'field', field: resolve(resource, field) }
      : orderedByEmbed(resource, relation, field)
  return { by, isDescending, nulls }
}

function orderedByEmbed(resource: ResourcePlan, relation: string, field: Field): OrderedBy {
  const embed = findEmbed(resource, relation)
  if (!embed) throw notEmbedded(relation)
  if (!embed.isToOne) throw notToOne(resource.relation.name, relation)
  if (field.path.length === 0 && isSpreadColumn(resource, embed, field.name)) {
    return { kind: 'spread', embed, as: field.name }
  }
  return { kind: 'embedded', embed, field: resolve(embed, field) }
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
