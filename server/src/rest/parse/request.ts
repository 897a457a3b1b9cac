// Parses a request into its target, query, preferences and body.
import type { IncomingHttpHeaders } from 'node:http'
import { badMethod, badPath, schemaNotExposed, RestError } from '../errors.ts'
import type { RestSettings } from '../settings.ts'
import { parseAccept, type MediaRange } from './accept.ts'
import {
  allRows,
  decodeHeaderText,
  parsePreferences,
  parseRange,
  type Preferences,
  type Range,
} from './headers.ts'
import { type SentArguments, parseArguments, parsePayload, type Payload } from './body.ts'
import type { Query } from './query.ts'
import { parseQueryString } from './query-string.ts'

export interface RawRequest {
  method: string
  /** The path below /rest/v1, with the query string. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer | undefined
}

interface BaseRequest {
  schema: string
  query: Query
  preferences: Preferences
  accept: MediaRange[]
  range: Range
}

export interface ReadRequest extends BaseRequest {
  kind: 'read'
  relation: string
}

export interface WriteRequest extends BaseRequest {
  kind: 'insert' | 'update' | 'put'
  relation: string
  payload: Payload
}

export interface DeleteRequest extends BaseRequest {
  kind: 'delete'
  relation: string
}

export interface CallRequest extends BaseRequest {
  kind: 'call'
  routine: string
  /** Undefined if the arguments are in the query string. */
  arguments: SentArguments | undefined
}

export type RestRequest = ReadRequest | WriteRequest | DeleteRequest | CallRequest

export type RequestTarget = { kind: 'root' } | { kind: 'relation' | 'call'; name: string }

export function parseRequest(
  raw: RawRequest,
  settings: Pick<RestSettings, 'schemas' | 'allowsTransactionEnd' | 'rootFunction'>,
  timeZones: Set<string>,
): RestRequest {
  const { method, headers } = raw
  const target = targetOf(raw, settings)
  const common: BaseRequest = {
    schema: chooseSchema(raw, settings.schemas),
    query: parseQueryString(queryStringIn(raw)),
    preferences: parsePreferences(joined(headers['prefer']), { ...settings, timeZones }),
    accept: parseAccept(headers.accept),
    range: method === 'GET' ? parseRange(headers.range) : allRows,
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

export function targetOf(
  { url }: RawRequest,
  { rootFunction }: Pick<RestSettings, 'rootFunction'>,
): RequestTarget {
  const [path = ''] = url.split('?', 1)
  const target = parsePath(path)
  const isRootFunction = target.kind === 'root' && rootFunction !== undefined
  return isRootFunction ? { kind: 'call', name: rootFunction } : target
}

/** Parses the path. An encoded slash is part of a name. */
function parsePath(path: string): RequestTarget {
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
  const profile = joined(headers[header])
  const schema = profile === undefined ? fallback : decodeHeaderText(profile)
  if (!exposed.includes(schema)) throw schemaNotExposed(schema, exposed)
  return schema
}

function joined(header: string | string[] | undefined) {
  return Array.isArray(header) ? header.join(', ') : header
}

function queryStringIn({ url }: RawRequest) {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

export function isReading(method: string) {
  return method === 'GET' || method === 'HEAD'
}
