// A request of this dialect, read but not yet understood.
import type { IncomingHttpHeaders } from 'node:http'
import { badMethod, badPath, notExposed, RestError } from '../errors.ts'
import { type AnswerForm, parseAccept } from './accept.ts'
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
  form: AnswerForm
  range: Range
}

export interface ReadRequest extends Common {
  kind: 'read'
  relation: string
}

export interface WriteRequest extends Common {
  kind: 'insert' | 'update'
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
  payload: Payload | undefined
}

export type RestRequest = ReadRequest | WriteRequest | DeleteRequest | CallRequest

export function isReading(method: string) {
  return method === 'GET' || method === 'HEAD'
}

export function parseRequest(raw: RawRequest, exposed: string[]): RestRequest {
  const { method, headers } = raw
  const [path = '', queryString = ''] = splitOnce(raw.url, '?')
  const { isCall, name } = parsePath(path)
  const common: Common = {
    schema: chooseSchema(raw, exposed),
    query: parseQueryString(queryString),
    preferences: parsePreferences(joined(headers['prefer'])),
    form: parseAccept(headers.accept),
    range: isReading(method) ? parseRange(headers.range) : everything,
  }
  const payload = () => parsePayload(raw.body, headers['content-type'])
  if (isCall) return { ...common, kind: 'call', routine: name, payload: argumentsOf(raw, payload) }
  const request = { ...common, relation: name }
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { ...request, kind: 'read' }
    case 'POST':
      return { ...request, kind: 'insert', payload: payload() }
    case 'PATCH':
      return { ...request, kind: 'update', payload: payload() }
    case 'DELETE':
      return { ...request, kind: 'delete' }
    default:
      throw badMethod(method)
  }
}

function argumentsOf({ method, body }: RawRequest, payload: () => Payload) {
  if (isReading(method)) return undefined
  if (method !== 'POST') {
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  return body?.length ? payload() : { json: '[{}]', keys: [], isUneven: false, count: 1 }
}

function parsePath(path: string) {
  const [first = '', second, ...more] = decodePath(path).slice(1).split('/')
  if (first === 'rpc' && second && more.length === 0) return { isCall: true, name: second }
  if (first === '' || second !== undefined) throw badPath()
  return { isCall: false, name: first }
}

function decodePath(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    throw badPath()
  }
}

function chooseSchema({ method, headers }: RawRequest, exposed: string[]) {
  const header = isReading(method) ? 'accept-profile' : 'content-profile'
  const [fallback = ''] = exposed
  const schema = joined(headers[header]) ?? fallback
  if (!exposed.includes(schema)) throw notExposed(schema, exposed)
  return schema
}

function joined(header: string | string[] | undefined) {
  return Array.isArray(header) ? header.join(', ') : header
}

function splitOnce(text: string, separator: string) {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
