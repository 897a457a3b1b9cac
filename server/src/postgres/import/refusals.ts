// Rows that our rules do not take, told by table, reason and number, with the keys of some: nothing of what they say.
import { z } from 'zod'
import type { Step } from './plan.ts'

const shown = 3

interface Refusal {
  table: string
  reason: string
  count: number
  keys: string[]
}

const row = z.record(z.string(), z.unknown())

export class Refusals {
  readonly #all = new Map<string, Refusal>()

  get count() {
    return [...this.#all.values()].reduce((sum, { count }) => sum + count, 0)
  }

  add({ table, key }: Pick<Step, 'table' | 'key'>, text: string, reason: string) {
    const name = `${table} ${reason}`
    const known = this.#all.get(name) ?? { table, reason, count: 0, keys: [] }
    known.count += 1
    const values = row.parse(JSON.parse(text))
    if (known.keys.length < shown)
      known.keys.push(key.map((part) => String(values[part])).join('/'))
    this.#all.set(name, known)
  }

  lines() {
    return [...this.#all.values()].map(
      ({ table, reason, count, keys }) =>
        `${table}: ${count} ${reason}, such as ${keys.join(', ')}`,
    )
  }
}

const refusal = z.object({
  code: z.string(),
  constraint: z.string().optional(),
  column: z.string().optional(),
})

const kinds: Record<string, string> = {
  '23503': 'leading to a row that is not there',
  '23505': 'there a second time',
  '23P01': 'at the same time as another',
  '23514': 'with a value that is not allowed',
}

/** Not the words of PostgreSQL, which repeat the value. */
export function reasonOf(error: unknown) {
  const { code, constraint, column } = refusal.parse(error)
  const words = kinds[code]
  if (words !== undefined) return `${words} (${constraint})`
  if (code === '23502') return `without ${column}`
  return `with a value that cannot be read (${code})`
}
