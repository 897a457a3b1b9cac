// Recognizes plans that may take long, which get a short timeout and few connections.
import {
  type EmbedPlan,
  embedsOf,
  type Plan,
  type PlannedCondition,
  type ResourcePlan,
} from './plan.ts'

/** Even a short regular expression can keep PostgreSQL busy for an unlimited time. */
const expressionTimeoutMs = 1000
const embedTimeoutMs = 2000
const maxCheapRows = 1_000_000
/** The assumed minimum of rows that a list reads, because PostgreSQL sorts all rows before it applies a limit. */
const assumedListLength = 1000
/** The assumed number of rows in a table. */
const assumedTableLength = 100_000

const expressionOperators = new Set(['match', 'imatch'])

/** Returns the timeout of an expensive plan, or undefined for any other plan. */
export function expensiveTimeoutMs(plan: Plan): number | undefined {
  if (hasExpression(plan.resource)) return expressionTimeoutMs
  return estimateRows(plan) > maxCheapRows ? embedTimeoutMs : undefined
}

function hasExpression(resource: ResourcePlan): boolean {
  return resource.where.some(isExpression) || embedsOf(resource).some(hasExpression)
}

function isExpression(condition: PlannedCondition): boolean {
  if (condition.kind === 'missing') return false
  if (condition.kind !== 'filter') return condition.terms.some(isExpression)
  const { operation } = condition
  return 'operator' in operation && expressionOperators.has(operation.operator)
}

/** An estimate of a resource's rows, as a sum over all outer rows. */
interface EstimatedRows {
  count: number
  /** True if the same row cannot occur twice. */
  areDistinct: boolean
}

/**
 * Estimates the maximum number of embedded rows that the plan reads. If the same row can occur several times, the
 * lengths of nested lists multiply.
 */
function estimateRows(plan: Plan): number {
  const { kind, resource } = plan
  return sumRows(resource, {
    count: countRoots(plan),
    areDistinct: kind !== 'call' && resource.relation.kind === 'table',
  })
}

function countRoots(plan: Plan) {
  if (plan.kind === 'insert') return plan.rowCount
  if (plan.kind === 'call' && !plan.routine.returns.isSet) return 1
  const { limit = assumedTableLength } = plan.resource.range
  return hasKeyFilter(plan.resource) ? Math.min(limit, 1) : limit
}

/** Returns whether filters of the form `id=eq.5` select a single row. */
function hasKeyFilter({ relation, where }: ResourcePlan) {
  const isSelected = (key: string) =>
    where.some(
      (condition) =>
        condition.kind === 'filter' &&
        !condition.isNegated &&
        condition.field.name === key &&
        condition.field.path.length === 0 &&
        condition.operation.kind === 'compare' &&
        condition.operation.operator === 'eq',
    )
  const { kind, primaryKey } = relation
  return kind === 'table' && primaryKey.length > 0 && primaryKey.every(isSelected)
}

function sumRows(resource: ResourcePlan, outer: EstimatedRows): number {
  return embedsOf(resource).reduce((sum, embed) => sum + embeddedRows(embed, outer), 0)
}

function embeddedRows(embed: EmbedPlan, outer: EstimatedRows): number {
  if (embed.isToOne) return outer.count + sumRows(embed, { ...outer, areDistinct: false })
  const areDistinct = outer.areDistinct && belongsToOne(embed)
  const countWith = (length: number) =>
    Math.min(outer.count * length, areDistinct ? assumedTableLength : Infinity)
  const { limit = assumedTableLength } = embed.range
  const readCount = countWith(Math.max(limit, assumedListLength))
  return readCount + sumRows(embed, { count: countWith(limit), areDistinct })
}

/** Returns whether each embedded row refers to one outer row, which is uncertain for views. */
function belongsToOne({ relation, relationship }: EmbedPlan) {
  return (
    relation.kind === 'table' &&
    relationship.kind === 'key' &&
    relationship.cardinality === 'one-to-many'
  )
}
