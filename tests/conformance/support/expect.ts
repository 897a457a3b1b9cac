import assert from 'node:assert/strict'
import { z } from 'zod'

/** The result type of every method of supabase-js. */
export interface ClientResult {
  status: number
  data: unknown
  count?: number | null
  error: { code: string; message: string; details: unknown; hint: string | null } | null
}

export type Row = Record<string, unknown>

const rows = z.array(z.record(z.string(), z.unknown()))
const row = z.record(z.string(), z.unknown())

export async function refused(call: PromiseLike<ClientResult>, status: number, code: string) {
  const { error, ...answer } = await call
  assert.ok(error, `Expected ${code}, got ${answer.status} ${JSON.stringify(answer.data)}.`)
  assert.deepEqual([answer.status, error.code], [status, code], error.message)
  assert.equal(answer.data, null)
  return error
}

/** Expects success and returns the rows. */
export async function rowsOf(call: PromiseLike<ClientResult>, status = 200): Promise<Row[]> {
  return rows.parse((await succeeded(call, status)).data)
}

export async function rowOf(call: PromiseLike<ClientResult>, status = 200): Promise<Row> {
  return row.parse((await succeeded(call, status)).data)
}

export async function succeeded(call: PromiseLike<ClientResult>, status: number) {
  const answer = await call
  assert.equal(answer.error, null, JSON.stringify(answer.error))
  assert.equal(answer.status, status)
  return answer
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

export function textIn(found: Row, column: string): string {
  return z.string().parse(found[column])
}

export function sorted<Item>(items: Item[], before: (one: Item, other: Item) => boolean) {
  return items.every((item, at) => {
    const next = items[at + 1]
    return next === undefined || before(item, next)
  })
}
