// What is computed of many rows: only where a setting allows it, since it may be asked of all rows there are.
import { RestError } from '../errors.ts'
import type { SelectedColumn, SelectItem } from '../parse/query.ts'
import type { Relation } from '../schema/schema.ts'
import { type EmbedPlan, isGrouped } from './plan.ts'

export function refuseAggregates(isAllowed: boolean) {
  if (isAllowed) return
  throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

/** `jobs(count)`: what clients wrote before there were brackets, and may do without the setting. */
export function isRowCount({ field, aggregate, cast }: SelectedColumn, relation: Relation) {
  const isPlain = field.path.length === 0 && aggregate === undefined && cast === undefined
  return isPlain && field.name === 'count' && !relation.columns.has('count')
}

/** Alone it is one number; beside anything else it would group rows. */
export function isAlone(items: SelectItem[]) {
  return items.length === 1
}

export function refuseGroupedSpread(embed: EmbedPlan) {
  if (embed.isToOne || !isGrouped(embed)) return
  throw new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
}
