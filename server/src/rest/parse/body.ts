// Parses the rows of a write or the arguments of a function call from the body.
import { badBody } from '../errors.ts'
import { type CsvRows, maxColumns, maxRows, parseCsv, tooManyRows } from './csv.ts'

type BodyKind = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytea'

const kinds = new Map<string, BodyKind>([
  ['application/json', 'json'],
  ['application/vnd.pgrst.object', 'json'],
  ['application/vnd.pgrst.object+json', 'json'],
  ['application/vnd.pgrst.array', 'json'],
  ['application/vnd.pgrst.array+json', 'json'],
  ['text/csv', 'csv'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytea'],
])

const maxFormFields = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true })

export interface Payload {
  /** An array of objects, as JSON. */
  json: string
  /** The keys of the first object. */
  keys: string[]
  /** True if not all objects have the same keys. */
  hasMixedKeys: boolean
  rowCount: number
}

export function parsePayload(body: Buffer | undefined, contentType = ''): Payload {
  const text = decodeText(body)
  const kind = kindOfBody(contentType || undefined)
  switch (kind) {
    case 'json':
      return rowsFromJson(text)
    case 'csv':
      return rowsFromCsv(parseCsv(text))
    case 'form':
      return rowsFromJson(JSON.stringify(Object.fromEntries(readForm(text))))
    case 'text':
    case 'xml':
    case 'bytea':
      throw notAcceptable(contentType)
  }
}

function rowsFromCsv({ json, names, rowCount }: CsvRows): Payload {
  return { json, keys: names, hasMixedKeys: false, rowCount }
}

function rowsFromJson(text: string): Payload {
  const value = parseJson(text)
  const isArray = Array.isArray(value)
  const objects: unknown[] = isArray ? value : [value]
  if (objects.length > maxRows) throw tooManyRows()
  const [keys = [], ...others] = objects.map((object) => {
    const found = keysOf(object)
    if (found) return found
    throw badBody(
      isArray
        ? 'All object keys must match'
        : 'The body must be a JSON object or an array of objects.',
    )
  })
  const known = new Set(keys)
  return {
    json: isArray ? text : `[${text}]`,
    keys,
    hasMixedKeys: others.some((other) => !isSameSet(known, other)),
    rowCount: objects.length,
  }
}

export type SentArguments =
  /** Arguments from the query string or a form. A name may occur several times. */
  | { kind: 'texts'; texts: [name: string, text: string][] }
  /** Arguments from a JSON body. `names` are the keys of the object, or of the first object in an array. */
  | {
      kind: 'json'
      json: string
      isArray: boolean
      hasMixedKeys: boolean
      names: string[] | undefined
    }
  /** Arguments from the header and the first row of a CSV body. */
  | { kind: 'rows'; json: string; names: string[] }
  /** The whole body, for a function that takes it as its only argument. */
  | { kind: 'raw'; type: 'text' | 'xml' | 'bytea'; value: string | Buffer }

export function parseArguments(
  body: Buffer | undefined,
  contentType: string | undefined,
): SentArguments {
  const kind = kindOfBody(contentType)
  switch (kind) {
    case 'json':
      return body?.length ? argumentsFromJson(decodeText(body)) : argumentsFromJson('{}')
    case 'csv':
      return argumentsFromCsv(parseCsv(decodeText(body)))
    case 'form':
      return { kind: 'texts', texts: readForm(decodeText(body)) }
    case 'text':
    case 'xml':
      return { kind: 'raw', type: kind, value: decodeText(body) }
    case 'bytea':
      return { kind: 'raw', type: kind, value: body ?? Buffer.alloc(0) }
  }
}

function argumentsFromJson(json: string): SentArguments {
  const value = parseJson(json)
  if (!Array.isArray(value)) {
    return { kind: 'json', json, isArray: false, hasMixedKeys: false, names: keysOf(value) }
  }
  if (value.length > maxRows) throw tooManyRows()
  const keys = value.map((one: unknown) => keysOf(one))
  const names = value.length > 0 ? keys[0] : []
  const known = new Set(names)
  const hasMixedKeys = keys.some((other) => !isSameSet(known, other))
  return { kind: 'json', json, isArray: true, hasMixedKeys, names }
}

function argumentsFromCsv({ json, names }: CsvRows): SentArguments {
  return { kind: 'rows', json, names }
}

/** Returns the kind of body, by default JSON. */
function kindOfBody(contentType: string | undefined): BodyKind {
  const [type = ''] = (contentType ?? 'application/json').toLowerCase().split(';')
  const kind = kinds.get(type.trim())
  if (!kind) throw notAcceptable(type.trim())
  return kind
}

function notAcceptable(type: string) {
  return badBody(`Content-Type not acceptable: ${type}`)
}

function decodeText(body: Buffer | undefined): string {
  try {
    return utf8.decode(body)
  } catch {
    throw badBody('The body is not UTF-8.')
  }
}

function readForm(text: string): [name: string, value: string][] {
  if (text.split('&', maxFormFields + 1).length > maxFormFields)
    throw badBody(`A form can have at most ${maxFormFields} fields.`)
  return [...new URLSearchParams(text)]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

/** Returns the keys of an object, or undefined for any other value. */
function keysOf(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const keys = Object.keys(value)
  if (keys.length > maxColumns) throw badBody(`An object can have at most ${maxColumns} keys.`)
  return keys
}

function isSameSet(known: Set<string>, other: string[] | undefined) {
  return other?.length === known.size && other.every((key) => known.has(key))
}
