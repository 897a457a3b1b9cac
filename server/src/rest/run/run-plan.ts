// What a plan needs to be run, and what came out.
import type { Row, Statement } from '../../postgres/pool/request-pool.ts'
import { notSingular, otherKey, tooManyAffected } from '../errors.ts'
import { type Plan, wantsEstimate } from '../plan/plan.ts'
import { type Answer, readAnswer, readExplained } from '../respond/answer.ts'
import { estimateOf, statementOf } from '../sql/statement.ts'

export function statementsOf(plan: Plan): Statement[] {
  const estimate = estimateOf(plan)
  return estimate ? [estimate, statementOf(plan)] : [statementOf(plan)]
}

/** From the results of all statements of the transaction, in their order. */
export function answerFrom(plan: Plan, results: Row[][]): Answer {
  if (plan.form.explained) return readExplained(results.at(-1) ?? [])
  const estimate = wantsEstimate(plan) ? results.at(-2) : undefined
  const answer = readAnswer(plan, results.at(-1) ?? [], estimate)
  refuseTooMuch(plan, answer)
  return answer
}

/** Whether something is done, and not only looked at: by whatever method, for procedures that read are called by POST too. */
export function isAct(plan: Plan) {
  return plan.kind === 'call' ? plan.routine.isVolatile : plan.kind !== 'read'
}

/**
 * A change whose answer may be a refusal has to be undone then, so its transaction stays open until that is known. A call
 * that says of itself that it only reads has nothing to undo.
 */
export function dependsOnOutcome(plan: Plan) {
  const { kind, form, preferences, resource } = plan
  if (!isAct(plan) || form.explained) return false
  const mayLieBehind =
    kind === 'call' && preferences.count !== undefined && resource.range.offset > 0
  return form.kind === 'object' || preferences.maxAffected !== undefined || mayLieBehind
}

function refuseTooMuch(plan: Plan, { rows, body }: Answer) {
  const { kind, form, preferences } = plan
  const { return: returned, maxAffected } = preferences
  const isAnswered = kind === 'read' || kind === 'call' || returned === 'representation'
  if (kind === 'insert' && plan.addressed && rows !== 1) throw otherKey()
  if (form.kind === 'object' && rows !== 1) throw notSingular(rows)
  // Written, but left out of the answer by an embed.
  if (form.kind === 'object' && isAnswered && !body) throw notSingular(0)
  if (kind !== 'read' && maxAffected !== undefined && rows > maxAffected)
    throw tooManyAffected(rows)
}
