// What a plan needs to be run, and what came out.
import type { Row, Statement } from '../../database/requests/request-pool.ts'
import { notSingular, tooManyAffected } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import { estimateOf, statementOf } from '../sql/statement.ts'
import { type Answer, readAnswer } from './answer.ts'

export function statementsOf(plan: Plan): Statement[] {
  const estimate = estimateOf(plan)
  return estimate ? [estimate, statementOf(plan)] : [statementOf(plan)]
}

/** From the results of all statements of the transaction, in their order. */
export function answerFrom(plan: Plan, results: Row[][]): Answer {
  const estimate = estimateOf(plan) ? results.at(-2) : undefined
  const answer = readAnswer(plan, results.at(-1) ?? [], estimate)
  refuseTooMuch(plan, answer)
  return answer
}

/** A change that turns out to be too much has to be undone, so its transaction stays open until that is known. */
export function dependsOnOutcome({ kind, form, preferences }: Plan) {
  if (kind === 'read') return false
  return form.kind === 'object' || preferences.maxAffected !== undefined
}

function refuseTooMuch({ kind, form, preferences }: Plan, { rows }: Answer) {
  const { return: returned, maxAffected } = preferences
  const isAnswered = kind === 'read' || kind === 'call' || returned === 'representation'
  if (form.kind === 'object' && isAnswered && rows !== 1) throw notSingular(rows)
  if (kind !== 'read' && maxAffected !== undefined && rows > maxAffected)
    throw tooManyAffected(rows)
}
