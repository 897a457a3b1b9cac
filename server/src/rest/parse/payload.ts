// The rows that a write brings: JSON, CSV or a form.
import { badBody } from '../errors.ts'
import { kindOfBody, notAcceptable, readForm, textOf } from './body.ts'
import { type CsvRows, parseCsv } from './csv.ts'
import { isSameSet, keysOf, parseJson } from './json.ts'

export interface Payload {
  /** An array of objects, as JSON. */
  json: string
  /** The keys of the first object. */
  keys: string[]
  /** Some objects have other keys. */
  isUneven: boolean
  count: number
}

export function parsePayload(body: Buffer | undefined, contentType = ''): Payload {
  const text = textOf(body)
  const kind = kindOfBody(contentType || undefined)
  switch (kind) {
    case 'json':
      return fromJson(text)
    case 'csv':
      return fromCsv(parseCsv(text))
    case 'form':
      return fromJson(JSON.stringify(Object.fromEntries(readForm(text))))
    case 'text':
    case 'xml':
    case 'bytea':
      throw notAcceptable(contentType)
  }
}

function fromCsv({ json, names, count }: CsvRows): Payload {
  return { json, keys: names, isUneven: false, count }
}

function fromJson(text: string): Payload {
  const value = parseJson(text)
  const isArray = Array.isArray(value)
  const objects: unknown[] = isArray ? value : [value]
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
    isUneven: others.some((other) => !isSameSet(known, other)),
    count: objects.length,
  }
}
