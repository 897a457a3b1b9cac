// Recognizes plans that may take long. Few of them run at the same time, and each has a short timeout.
import {
  type EmbedPlan,
  embedsOf,
  type Plan,
  type PlannedCondition,
  type ResourcePlan,
} from './plan.ts'

/** A short regular expression can keep PostgreSQL busy for any time. */
const expressionTimeoutMs = 1000
const embedTimeoutMs = 2000
const maxCheapRows = 1_000_000
/** The assumed number of rows in an embedded list that the request does not limit further. */
const assumedListLength = 20

const expressionOperators = new Set(['match', 'imatch'])

/** Returns the timeout of an expensive plan, or undefined for any other plan. */
export function expensiveTimeoutMs({ resource }: Plan): number | undefined {
  if (hasExpression(resource)) return expressionTimeoutMs
  return estimateRows(resource) > maxCheapRows ? embedTimeoutMs : undefined
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

/**
 * Estimates how many embedded rows the plan reads. Lists inside lists multiply, so embeds that go back and forth between
 * two tables grow quickly.
 */
function estimateRows(root: ResourcePlan): number {
  return (root.range.limit ?? assumedListLength) * sumRows(embedsOf(root))
}

function sumRows(embeds: EmbedPlan[]): number {
  return embeds.reduce((sum, embed) => sum + listLength(embed) * (1 + sumRows(embedsOf(embed))), 0)
}

function listLength({ isToOne, range }: EmbedPlan) {
  return isToOne ? 1 : Math.min(range.limit ?? assumedListLength, assumedListLength)
}
