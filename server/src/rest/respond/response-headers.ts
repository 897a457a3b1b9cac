// Builds the headers of a response, and the status that depends on a range.
import { z } from 'zod'
import { databaseHeaders, type DatabaseHeaders } from '../../http/raised-errors.ts'
import { parseJson } from '../../parse-json.ts'
import { RestError, badRange } from '../errors.ts'
import { encodeHeaderText, type Preferences } from '../parse/headers.ts'
import type { RawRequest } from '../parse/request.ts'
import type { Plan } from '../plan/plan.ts'
import type { RestSettings } from '../settings.ts'
import type { StatementResult } from './result.ts'

const headerList = z.array(databaseHeaders)

/** Reads the status and headers that a database function set for the response. */
export function readOverrides({ status, headers }: Pick<StatementResult, 'status' | 'headers'>) {
  return {
    status: status === undefined ? undefined : readStatus(status),
    headers: headers === undefined ? {} : readHeaders(headers),
  }
}

function readStatus(text: string) {
  if (/^[2-5]\d\d$/u.test(text)) return Number(text)
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

function readHeaders(text: string): DatabaseHeaders {
  const list = headerList.safeParse(parseJson(text))
  if (list.success) return joinHeaders(list.data.flatMap((header) => Object.entries(header)))
  throw new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

function joinHeaders(headers: [name: string, value: string][]): DatabaseHeaders {
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase())
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const values = all.map(([, value]) => value)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** Returns a range such as `0-24/310`, with an asterisk for an empty range or an unknown total. */
export function contentRange(offset: number, { rowCount, totalCount }: StatementResult) {
  const range = rowCount > 0 ? `${offset}-${offset + rowCount - 1}` : '*'
  return `${range}/${totalCount ?? '*'}`
}

export function rangeStatus(offset: number, { rowCount, totalCount }: StatementResult) {
  if (totalCount === undefined) return 200
  if (offset > totalCount) {
    throw badRange(`An offset of ${offset} was requested, but there are only ${totalCount} rows.`, {
      'content-range': `*/${totalCount}`,
    })
  }
  return rowCount < totalCount ? 206 : 200
}

/** Returns the Content-Profile header with the schema if several schemas are exposed. */
export function profileHeader(schema: string, { schemas }: RestSettings): Record<string, string> {
  return schemas.length > 1 ? { 'content-profile': encodeHeaderText(schema) } : {}
}

/** Returns the Content-Location header of a read, with the parameters sorted by name. */
export function contentLocationHeader(plan: Plan, raw: RawRequest): Record<string, string> {
  return plan.kind === 'read' ? { 'content-location': sortParameters(raw.url) } : {}
}

function sortParameters(url: string) {
  const at = url.indexOf('?')
  if (at < 0) return url
  const parameters = url
    .slice(at + 1)
    .split('&')
    .filter(Boolean)
    .toSorted((one, other) => compareNames(parameterName(one), parameterName(other)))
  return `${url.slice(0, at)}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`
}

function parameterName(text: string) {
  const end = text.indexOf('=')
  return end < 0 ? text : text.slice(0, end)
}

function compareNames(one: string, other: string) {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Returns the value of `Preference-Applied`, which lists the preferences that had an effect. */
export function appliedPreferences(plan: Plan): string | undefined {
  const applied = [...writePreferences(plan), ...generalPreferences(plan)].filter(
    (text) => text !== undefined,
  )
  return applied.length > 0 ? applied.join(', ') : undefined
}

function writePreferences(plan: Plan) {
  const { resolution, missing, return: returned } = plan.preferences
  const returnText = preferenceText('return', returned)
  const missingText = preferenceText('missing', missing)
  switch (plan.kind) {
    case 'insert':
      if (plan.putKey) return [returnText]
      return [plan.conflict && preferenceText('resolution', resolution), missingText, returnText]
    case 'update':
      return [missingText, returnText]
    case 'delete':
      return [returnText]
    case 'read':
    case 'call':
      return []
  }
}

function generalPreferences({ kind, preferences }: Plan) {
  const { count, transactionEnd, handling, timeZone, maxAffected } = preferences
  const isLimited = kind === 'update' || kind === 'delete' || kind === 'call'
  return [
    preferenceText('count', count),
    preferenceText('tx', transactionEnd),
    preferenceText('handling', handling),
    preferenceText('timezone', timeZone),
    isLimited ? preferenceText('max-affected', maxAffected) : undefined,
  ]
}

function preferenceText(name: string, value: Preferences[keyof Preferences]) {
  return value === undefined ? undefined : `${name}=${value}`
}
