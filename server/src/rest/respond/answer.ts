// The one row that a statement answers with, taken apart.
import { z } from 'zod'
import type { Row } from '../../database/requests/request-pool.ts'
import { mostCounted, type Plan } from '../plan/plan.ts'

export interface Answer {
  body: Buffer | null
  rows: number
  /** Of all rows that there are, when it was asked for. */
  total: number | undefined
  /** The primary key of what was inserted. */
  key: Record<string, unknown> | undefined
  /** What a function set for the answer, as it set it. */
  headers: string | undefined
  status: string | undefined
}

const explained = z.tuple([z.looseObject({ Plan: z.looseObject({ 'Plan Rows': z.number() }) })])
const primaryKey = z.record(z.string(), z.unknown())

export function readAnswer(plan: Plan, [row]: Row[], [estimate]: Row[] = []): Answer {
  const [body = null, rows, total, key, headers, status] = row ?? []
  return {
    body,
    rows: Number(rows),
    total: totalOf(plan, total ? Number(total) : undefined, estimate?.[0]),
    key: key ? primaryKey.parse(JSON.parse(key.toString())) : undefined,
    headers: headers?.toString(),
    status: status?.toString(),
  }
}

function totalOf(plan: Plan, counted: number | undefined, estimate: Buffer | null | undefined) {
  if (!estimate) return counted
  const isExact = counted !== undefined && counted <= mostCounted
  if (plan.preferences.count === 'estimated' && isExact) return counted
  return explained.parse(JSON.parse(estimate.toString()))[0].Plan['Plan Rows']
}
