// The one row that a statement answers with, taken apart.
import { z } from 'zod'
import type { Row } from '../../postgres/pool/request-pool.ts'
import type { AnswerForm, Plan } from '../plan/plan.ts'

export interface Answer {
  body: Buffer | null
  rows: number
  /** Of all rows that there are, when it was asked for. */
  total: number | undefined
  /** The primary key of what was inserted. */
  key: z.infer<typeof primaryKey> | undefined
  /** What a function set for the answer, as it set it. */
  headers: string | undefined
  status: string | undefined
  /** Of the rows of an upsert those that were there before. */
  merged: number
}

const explained = z.tuple([z.looseObject({ Plan: z.looseObject({ 'Plan Rows': z.number() }) })])
const primaryKey = z.record(z.string(), z.string().nullable())

export function readAnswer(plan: Plan, [row]: Row[], [estimate]: Row[] = []): Answer {
  const [body = null, rows, total, key, headers, status, merged] = row ?? []
  return {
    body: body && isInDigits(plan.form) ? Buffer.from(body.toString(), 'hex') : body,
    rows: Number(rows),
    total: totalOf(plan, total ? Number(total) : undefined, estimate?.[0]),
    key: key ? primaryKey.parse(JSON.parse(key.toString())) : undefined,
    headers: headers?.toString(),
    status: status?.toString(),
    merged: Number(merged ?? 0),
  }
}

/** How PostgreSQL would do it, line by line. */
export function readExplained(lines: Row[]): Answer {
  const text = lines.map(([line]) => line?.toString() ?? '').join('\n')
  return {
    body: Buffer.from(text),
    rows: lines.length,
    total: undefined,
    key: undefined,
    headers: undefined,
    status: undefined,
    merged: 0,
  }
}

function isInDigits(form: AnswerForm) {
  return (form.kind === 'value' || form.kind === 'rows') && form.isBytes
}

function totalOf(plan: Plan, counted: number | undefined, estimate: Buffer | null | undefined) {
  if (!estimate || plan.kind !== 'read') return counted
  const expected = explained.parse(JSON.parse(estimate.toString()))[0].Plan['Plan Rows']
  if (counted === undefined) return expected
  // Of more rows than are counted there are at least so many.
  return counted <= plan.mostCounted ? counted : Math.max(counted, expected)
}
