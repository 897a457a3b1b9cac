// Reads the result of a plan's statements, and throws if the wrong number of rows is affected.
import { z } from 'zod'
import type { Row } from '../../postgres/pool/request-pool.ts'
import { notSingular, putKeyMismatch, tooManyAffected } from '../errors.ts'
import { type Plan, type ResponseFormat, wantsEstimate } from '../plan/plan.ts'

export interface StatementResult {
  body: Buffer | null
  rowCount: number
  /** The row count without limit and offset, if the client asked for a count. */
  totalCount: number | undefined
  /** The primary key of an inserted row. */
  insertedKey: z.infer<typeof primaryKey> | undefined
  /** The value of `response.headers`, which a database function may set. */
  headers: string | undefined
  /** The value of `response.status`, which a database function may set. */
  status: string | undefined
  /** The number of upserted rows that existed before. */
  mergedCount: number
}

const explainOutput = z.tuple([z.looseObject({ Plan: z.looseObject({ 'Plan Rows': z.number() }) })])
const primaryKey = z.record(z.string(), z.string().nullable())

/** Reads the results of the plan's statements, which are the last ones in the transaction. */
export function readResult(plan: Plan, results: Row[][]): StatementResult {
  if (plan.format.explain) return readExplainOutput(results.at(-1) ?? [])
  const estimate = wantsEstimate(plan) ? results.at(-2) : undefined
  const result = readResultRow(plan, results.at(-1) ?? [], estimate)
  checkRowCount(plan, result)
  return result
}

function readExplainOutput(lines: Row[]): StatementResult {
  const text = lines.map(([line]) => line?.toString() ?? '').join('\n')
  return {
    body: Buffer.from(text),
    rowCount: lines.length,
    totalCount: undefined,
    insertedKey: undefined,
    headers: undefined,
    status: undefined,
    mergedCount: 0,
  }
}

function readResultRow(plan: Plan, [row]: Row[], [estimate]: Row[] = []): StatementResult {
  const [body = null, rowCount, total, key, headers, status, merged] = row ?? []
  return {
    body: body && isHexEncoded(plan.format) ? Buffer.from(body.toString(), 'hex') : body,
    rowCount: Number(rowCount),
    totalCount: totalOf(plan, total ? Number(total) : undefined, estimate?.[0]),
    insertedKey: key ? primaryKey.parse(JSON.parse(key.toString())) : undefined,
    headers: headers?.toString(),
    status: status?.toString(),
    mergedCount: Number(merged ?? 0),
  }
}

function isHexEncoded(format: ResponseFormat) {
  return (format.kind === 'value' || format.kind === 'rows') && format.isBytes
}

function totalOf(plan: Plan, counted: number | undefined, estimate: Buffer | null | undefined) {
  if (!estimate || plan.kind !== 'read') return counted
  const expected = explainOutput.parse(JSON.parse(estimate.toString()))[0].Plan['Plan Rows']
  if (counted === undefined) return expected
  // Counting stops after the limit, so the real count may be larger.
  return counted <= plan.exactCountLimit ? counted : Math.max(counted, expected)
}

function checkRowCount(plan: Plan, { rowCount, body }: StatementResult) {
  const { kind, format, preferences } = plan
  const { return: returned, maxAffected } = preferences
  const returnsRows = kind === 'read' || kind === 'call' || returned === 'representation'
  if (kind === 'insert' && plan.putKey && rowCount !== 1) throw putKeyMismatch()
  if (format.kind === 'object' && rowCount !== 1) throw notSingular(rowCount)
  // The row was affected, but an inner embed left it out of the response.
  if (format.kind === 'object' && returnsRows && !body) throw notSingular(0)
  if (kind !== 'read' && maxAffected !== undefined && rowCount > maxAffected)
    throw tooManyAffected(rowCount)
}
