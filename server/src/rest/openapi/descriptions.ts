// What was described once, for each role and schema, as long as the schema cache that it agrees with.
import type { SchemaCache } from '../schema/schema.ts'

export interface Description {
  /** Without the host, by which it was asked for. */
  json: string
  eTag: string
}

interface Place {
  cache: SchemaCache
  role: string
  schema: string
}

const mostKept = 50

export class Descriptions {
  readonly #kept = new WeakMap<SchemaCache, Map<string, Description>>()

  find({ cache, role, schema }: Place) {
    return this.#kept.get(cache)?.get(keyOf(role, schema))
  }

  /** The oldest makes room. */
  keep({ cache, role, schema }: Place, description: Description) {
    const kept = this.#kept.get(cache) ?? new Map<string, Description>()
    this.#kept.set(cache, kept)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
    kept.set(keyOf(role, schema), description)
    return description
  }
}

function keyOf(role: string, schema: string) {
  return JSON.stringify([role, schema])
}
