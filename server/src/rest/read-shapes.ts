// Reads of one shape differ in the values of their filters alone: they are parsed, planned and written once.
import { randomUUID } from 'node:crypto'
import type { Statement } from '../postgres/pool/request-pool.ts'
import { decodePiece } from './parse/decode.ts'
import { isReading, parseRequest, type RawRequest, targetIn } from './parse/request.ts'
import type { Plan } from './plan/plan.ts'
import { planRequest } from './plan/plan-request.ts'
import { statementsOf } from './run/run-plan.ts'
import type { SchemaCache } from './schema/schema.ts'
import type { RestSettings } from './settings.ts'
import type { Timing } from './stopwatch.ts'

export interface Prepared {
  plan: Plan
  schema: string
  statements: Statement[]
}

const mostKnown = 1000
const longestKey = 4000
const longestText = 20_000
/** Takes the place of a value; nobody can send it, since nobody knows it. */
const placeholder = randomUUID()

/** Operators whose value is bound as it is, whatever it says. */
const comparison = /^(?:not\.)?(?:eq|neq|gte?|lte?)\./u
const otherParameter = /^(?:select|columns|on_conflict)$|(?:^|\.)(?:order|limit|offset|and|or)$/u

export class ReadShapes {
  #known = new Map<string, Prepared>()
  #cache: SchemaCache | undefined

  prepare(raw: RawRequest, cache: SchemaCache, settings: RestSettings, timing: Timing): Prepared {
    if (!isReading(raw.method) || targetIn(raw, settings).kind !== 'relation')
      return prepare(raw, cache, settings, timing)
    if (cache !== this.#cache) {
      this.#cache = cache
      this.#known.clear()
    }
    const { url, values } = splitUrl(raw.url)
    const key = keyOf(raw, url)
    const known = this.#known.get(key)
    if (known) timing.begin('plan')
    const shape = known ?? prepare({ ...raw, url }, cache, settings, timing)
    if (known || isSmall(key, shape)) this.#remember(key, shape)
    return values.length > 0 ? fillIn(shape, values) : shape
  }

  /** At the end of the line: the one not used for longest goes first. */
  #remember(key: string, shape: Prepared) {
    this.#known.delete(key)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= mostKnown) this.#known.delete(oldest)
    this.#known.set(key, shape)
  }
}

function prepare(
  raw: RawRequest,
  cache: SchemaCache,
  settings: RestSettings,
  timing: Timing,
): Prepared {
  const request = parseRequest(raw, settings, cache.timeZones)
  timing.begin('plan')
  const plan = planRequest(request, { cache, ...settings })
  return { plan, schema: request.schema, statements: statementsOf(plan) }
}

/** What is greater was made up for the occasion, and would only take up room. */
function isSmall(key: string, { statements }: Prepared) {
  return (
    key.length <= longestKey &&
    statements.reduce((length, { text }) => length + text.length, 0) <= longestText
  )
}

/** What besides the address says what is wanted, and how; a header that is empty is not one that is not there. */
function keyOf({ method, headers }: RawRequest, url: string) {
  const { accept, prefer, range } = headers
  return JSON.stringify([method, url, accept, prefer, range, headers['accept-profile']])
}

/** The address with placeholders, and the values that they stand for. */
function splitUrl(url: string) {
  const values: string[] = []
  const at = url.indexOf('?')
  if (at < 0) return { url, values }
  const parts = url
    .slice(at + 1)
    .split('&')
    .map((part) => {
      const [operator, encoded] = comparedIn(part)
      // What cannot be decoded is refused by the parser, who says it better.
      const value = operator === undefined ? undefined : decodePiece(encoded)
      if (value === undefined) return part
      values.push(value)
      return `${operator}${placeholder}${values.length - 1}`
    })
  return { url: `${url.slice(0, at)}?${parts.join('&')}`, values }
}

/** `id=eq.` and the value behind it. */
function comparedIn(part: string): [operator: string | undefined, value: string] {
  const at = part.indexOf('=')
  const operator = comparison.exec(part.slice(at + 1))?.[0]
  const name = decodePiece(part.slice(0, at))
  if (at < 0 || operator === undefined || name === undefined || otherParameter.test(name))
    return [undefined, '']
  const end = at + 1 + operator.length
  return [part.slice(0, end), part.slice(end)]
}

function fillIn({ statements, ...shape }: Prepared, values: string[]): Prepared {
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
