import assert from 'node:assert/strict'
import { z } from 'zod'

/** Every database request of supabase-js resolves with these fields. */
export interface ClientResult {
  status: number
  data: unknown
  count?: number | null
  error: { code: string; message: string; details: unknown; hint: string | null } | null
}

export type Row = Record<string, unknown>

const rows = z.array(z.record(z.string(), z.unknown()))
const rowSchema = z.record(z.string(), z.unknown())

export async function expectRefusal(call: PromiseLike<ClientResult>, status: number, code: string) {
  const { error, ...result } = await call
  assert.ok(error, `Expected ${code}, got ${result.status} ${JSON.stringify(result.data)}.`)
  assert.deepEqual([result.status, error.code], [status, code], error.message)
  assert.equal(result.data, null)
  return error
}

export async function rowsOf(call: PromiseLike<ClientResult>, status = 200): Promise<Row[]> {
  return rows.parse((await expectSuccess(call, status)).data)
}

export async function rowOf(call: PromiseLike<ClientResult>, status = 200): Promise<Row> {
  return rowSchema.parse((await expectSuccess(call, status)).data)
}

export async function expectSuccess(call: PromiseLike<ClientResult>, status: number) {
  const result = await call
  assert.equal(result.error, null, JSON.stringify(result.error))
  assert.equal(result.status, status)
  return result
}

/** Expects a list with one item and returns it. */
export function only<Item>(items: Item[]): Item {
  const [item, ...others] = items
  assert.ok(item !== undefined && others.length === 0, `Expected one, got ${items.length}.`)
  return item
}

export function first<Item>(items: Item[]): Item {
  const [item] = items
  assert.ok(item !== undefined, 'Expected at least one.')
  return item
}

export function textIn(row: Row, column: string): string {
  return z.string().parse(row[column])
}

export function isSorted<Item>(items: Item[], isBefore: (one: Item, other: Item) => boolean) {
  return items.every((item, index) => {
    const next = items[index + 1]
    return next === undefined || isBefore(item, next)
  })
}
