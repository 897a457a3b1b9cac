// Caches the plans and the SQL of reads. Reads that differ only in the values of their filters share one plan.
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
  /** The timeout of an expensive plan, or undefined for any other plan. */
  timeoutMs: number | undefined
}

interface PrepareDependencies {
  schemaCache: SchemaCache
  settings: Pick<RestSettings, 'rootFunction'>
  timing: Timing
  /** True if the request's role bypasses row security, which affects how counts are planned. */
  seesAllRows: boolean
}

const maxEntries = 1000
const maxKeyLength = 4000
const maxSqlLength = 20_000
/** A random text, which no client can guess, in the place of a filter's value. */
const placeholder = randomUUID()

/** The values of these operators are bound as parameters without a change, so a placeholder can replace them. */
const comparison = /^(?:not\.)?(?:eq|neq|gte?|lte?)\./u
const otherParameter = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|limit|offset|and|or)$/u

export class PlanCache {
  #entries = new Map<string, PreparedRequest>()
  #schemaCache: SchemaCache | undefined

  /** Returns the request with its SQL, from the cache or from `prepare`. */
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

  /** Stores the entry as the most recently used, and evicts the least recently used one if the map is full. */
  #store(key: string, shape: PreparedRequest) {
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= maxEntries) this.#entries.delete(oldest)
    this.#entries.set(key, shape)
  }
}

/** Large requests are not cached, because they are rarely repeated and would waste memory. */
function isCacheable(key: string, { statements }: PreparedRequest) {
  return (
    key.length <= maxKeyLength &&
    statements.reduce((length, { text }) => length + text.length, 0) <= maxSqlLength
  )
}

/** Returns a key of everything that the plan depends on. */
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

/** Replaces the compared values in the URL with placeholders. */
function splitUrl(url: string) {
  const values: string[] = []
  const at = url.indexOf('?')
  if (at < 0) return { url, values }
  const parts = url
    .slice(at + 1)
    .split('&')
    .map((part) => {
      const [operator, encoded] = splitComparison(part)
      // A value that the parser or the planner may refuse stays in the URL.
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
