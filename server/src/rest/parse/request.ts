// A request of this dialect, read but not yet understood.
import type { IncomingHttpHeaders } from 'node:http'
import { badMethod, badPath, notExposed, RestError } from '../errors.ts'
import type { RestSettings } from '../settings.ts'
import { parseAccept, type Wish } from './accept.ts'
import { nameInHeader } from './header-text.ts'
import { type Arguments, parseArguments } from './arguments.ts'
import { parsePayload, type Payload } from './payload.ts'
import { parsePreferences, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { parseQueryString } from './query-string.ts'
import { everything, parseRange, type Range } from './range.ts'

export interface RawRequest {
  method: string
  /** Below /rest/v1, with the query string. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer | undefined
}

interface Common {
  schema: string
  query: Query
  preferences: Preferences
  wishes: Wish[]
  range: Range
}

export interface ReadRequest extends Common {
  kind: 'read'
  relation: string
}

export interface WriteRequest extends Common {
  kind: 'insert' | 'update' | 'put'
  relation: string
  payload: Payload
}

export interface DeleteRequest extends Common {
  kind: 'delete'
  relation: string
}

export interface CallRequest extends Common {
  kind: 'call'
  routine: string
  /** Undefined when the arguments stand in the query string. */
  arguments: Arguments | undefined
}

export type RestRequest = ReadRequest | WriteRequest | DeleteRequest | CallRequest

export function targetIn(
  { url }: RawRequest,
  { rootFunction }: Pick<RestSettings, 'rootFunction'>,
): Target {
  const [path = ''] = url.split('?', 1)
  const target = parsePath(path)
  const isAnsweredByCall = target.kind === 'root' && rootFunction !== undefined
  return isAnsweredByCall ? { kind: 'call', name: rootFunction } : target
}

export function isReading(method: string) {
  return method === 'GET' || method === 'HEAD'
}

export function parseRequest(
  raw: RawRequest,
  settings: Pick<RestSettings, 'schemas' | 'mayChooseEnd' | 'rootFunction'>,
  timeZones: Set<string>,
): RestRequest {
  const { method, headers } = raw
  const target = targetIn(raw, settings)
  const common: Common = {
    schema: chooseSchema(raw, settings.schemas),
    query: parseQueryString(queryStringIn(raw)),
    preferences: parsePreferences(joined(headers['prefer']), { ...settings, timeZones }),
    wishes: parseAccept(headers.accept),
    range: method === 'GET' ? parseRange(headers.range) : everything,
  }
  if (target.kind === 'root') throw badPath()
  if (target.kind === 'call')
    return { ...common, kind: 'call', routine: target.name, arguments: argumentsOf(raw) }
  const payload = () => parsePayload(raw.body, headers['content-type'])
  const request = { ...common, relation: target.name }
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { ...request, kind: 'read' }
    case 'POST':
      return { ...request, kind: 'insert', payload: payload() }
    case 'PUT':
      return { ...request, kind: 'put', payload: payload() }
    case 'PATCH':
      return { ...request, kind: 'update', payload: payload() }
    case 'DELETE':
      return { ...request, kind: 'delete' }
    default:
      throw badMethod(method)
  }
}

function argumentsOf({ method, body, headers }: RawRequest) {
  if (isReading(method)) return undefined
  if (method !== 'POST') {
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  return parseArguments(body, headers['content-type'])
}

export type Target = { kind: 'root' } | { kind: 'relation' | 'call'; name: string }

/** A slash that is encoded belongs to a name. */
function parsePath(path: string): Target {
  const [first = '', second, ...more] = path.slice(1).split('/').map(decodeName)
  if (first === 'rpc' && second && more.length === 0) return { kind: 'call', name: second }
  if (second !== undefined) throw badPath()
  return first === '' ? { kind: 'root' } : { kind: 'relation', name: first }
}

function decodeName(encoded: string) {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw badPath()
  }
}

export function chooseSchema({ method, headers }: RawRequest, exposed: string[]) {
  const header = isReading(method) || method === 'OPTIONS' ? 'accept-profile' : 'content-profile'
  const [fallback = ''] = exposed
  const given = joined(headers[header])
  const schema = given === undefined ? fallback : nameInHeader(given)
  if (!exposed.includes(schema)) throw notExposed(schema, exposed)
  return schema
}

function joined(header: string | string[] | undefined) {
  return Array.isArray(header) ? header.join(', ') : header
}

function queryStringIn({ url }: RawRequest) {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
