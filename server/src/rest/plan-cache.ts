// Caches the plans and the SQL of reads. Reads of the same shape differ only in the values of their filters, so they
// share one plan.
import { randomUUID } from 'node:crypto'
import type { Statement } from '../postgres/pool/request-pool.ts'
import { decodeComponent } from './parse/query-string.ts'
import { isReading, type RawRequest, targetOf } from './parse/request.ts'
import { isOtherNumber } from './plan/decimal-numbers.ts'
import type { Plan } from './plan/plan.ts'
import type { SchemaCache } from './schema/schema.ts'
import type { Timing } from './server-timing.ts'
import type { RestSettings } from './settings.ts'

/** A parsed and planned request with its SQL. */
export interface PreparedRequest {
  plan: Plan
  schema: string
  statements: Statement[]
  /** The timeout of an expensive plan. Any other plan has the timeout of the connection. */
  timeoutMs: number | undefined
}

interface PrepareDependencies {
  schemaCache: SchemaCache
  settings: Pick<RestSettings, 'rootFunction'>
  timing: Timing
  /** True if the request's role bypasses row security. For such a role, counts may be planned differently. */
  seesAllRows: boolean
}

const maxEntries = 1000
const maxKeyLength = 4000
const maxSqlLength = 20_000
/** A random text that replaces the value of a filter in a cached shape. No client can guess it. */
const placeholder = randomUUID()

/** The values of these operators are bound as parameters without a change, so a placeholder can replace them. */
const comparison = /^(?:not\.)?(?:eq|neq|gte?|lte?)\./u
const otherParameter = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|limit|offset|and|or)$/u

export class PlanCache {
  #entries = new Map<string, PreparedRequest>()
  #schemaCache: SchemaCache | undefined

  /** Returns the request with its SQL. Calls `prepare` only if the shape of the request is not cached. */
  prepare(
    raw: RawRequest,
    { schemaCache, settings, timing, seesAllRows }: PrepareDependencies,
    prepare: (raw: RawRequest) => PreparedRequest,
  ): PreparedRequest {
    if (!isReading(raw.method) || targetOf(raw, settings).kind !== 'relation') return prepare(raw)
    if (schemaCache !== this.#schemaCache) {
      this.#schemaCache = schemaCache
      this.#entries.clear()
    }
    const { url, values } = splitUrl(raw.url)
    const key = cacheKey(raw, url, seesAllRows)
    const cached = this.#entries.get(key)
    if (cached) timing.begin('plan')
    const shape = cached ?? prepare({ ...raw, url })
    if (cached || isCacheable(key, shape)) this.#store(key, shape)
    return values.length > 0 ? fillPlaceholders(shape, values) : shape
  }

  /** Puts the entry at the end of the map. If the map is full, evicts the least recently used entry. */
  #store(key: string, shape: PreparedRequest) {
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= maxEntries) this.#entries.delete(oldest)
    this.#entries.set(key, shape)
  }
}

/** Returns whether the request is small enough to cache. A large request is rarely repeated and would waste memory. */
function isCacheable(key: string, { statements }: PreparedRequest) {
  return (
    key.length <= maxKeyLength &&
    statements.reduce((length, { text }) => length + text.length, 0) <= maxSqlLength
  )
}

/** Returns a key that contains everything that the plan depends on. An empty header differs from a missing one. */
function cacheKey({ method, headers }: RawRequest, url: string, seesAllRows: boolean) {
  const { accept, prefer, range } = headers
  return JSON.stringify([
    method,
    url,
    accept,
    prefer,
    range,
    headers['accept-profile'],
    seesAllRows,
  ])
}

/** Replaces the compared values in the URL with placeholders. Returns the new URL and the values. */
function splitUrl(url: string) {
  const values: string[] = []
  const at = url.indexOf('?')
  if (at < 0) return { url, values }
  const parts = url
    .slice(at + 1)
    .split('&')
    .map((part) => {
      const [operator, encoded] = splitComparison(part)
      // A value stays in the URL if it cannot be decoded or is a number that is not decimal. The parser or the planner
      // may then refuse the value.
      const value = operator === undefined ? undefined : decodeComponent(encoded)
      if (value === undefined || isOtherNumber(value)) return part
      values.push(value)
      return `${operator}${placeholder}${values.length - 1}`
    })
  return { url: `${url.slice(0, at)}?${parts.join('&')}`, values }
}

/** Splits `id=eq.5` into `id=eq.` and `5`. */
function splitComparison(part: string): [operator: string | undefined, value: string] {
  const at = part.indexOf('=')
  const operator = comparison.exec(part.slice(at + 1))?.[0]
  const name = decodeComponent(part.slice(0, at))
  if (at < 0 || operator === undefined || name === undefined || otherParameter.test(name))
    return [undefined, '']
  const end = at + 1 + operator.length
  return [part.slice(0, end), part.slice(end)]
}

function fillPlaceholders(
  { statements, ...shape }: PreparedRequest,
  values: string[],
): PreparedRequest {
  const filled = statements.map(({ text, values: bound }) => ({
    text,
    values: bound.map((value) => valueFor(value, values)),
  }))
  return { ...shape, statements: filled }
}

function valueFor(bound: string | Buffer | null, values: string[]) {
  if (typeof bound !== 'string' || !bound.startsWith(placeholder)) return bound
  return values[Number(bound.slice(placeholder.length))] ?? null
}
