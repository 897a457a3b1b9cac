// What a call brings: named arguments, or a body as a whole for a function that takes it as one.
import { kindOfBody, readForm, textOf } from './body.ts'
import { type CsvRows, parseCsv } from './csv.ts'
import { isSameSet, keysOf, parseJson } from './json.ts'

export type Arguments =
  /** From the query string or a form: each may stand several times. */
  | { kind: 'texts'; texts: [name: string, text: string][] }
  /** An object, or an array whose first object counts; what is neither has no names. */
  | { kind: 'json'; json: string; isArray: boolean; isUneven: boolean; names: string[] | undefined }
  /** From CSV, of which the first row counts. */
  | { kind: 'rows'; json: string; names: string[] }
  | { kind: 'raw'; type: 'text' | 'xml' | 'bytea'; value: string | Buffer }

export function parseArguments(
  body: Buffer | undefined,
  contentType: string | undefined,
): Arguments {
  const kind = kindOfBody(contentType)
  switch (kind) {
    case 'json':
      return body?.length ? fromJson(textOf(body)) : fromJson('{}')
    case 'csv':
      return fromCsv(parseCsv(textOf(body)))
    case 'form':
      return { kind: 'texts', texts: readForm(textOf(body)) }
    case 'text':
    case 'xml':
      return { kind: 'raw', type: kind, value: textOf(body) }
    case 'bytea':
      return { kind: 'raw', type: kind, value: body ?? Buffer.alloc(0) }
  }
}

function fromJson(json: string): Arguments {
  const value = parseJson(json)
  if (!Array.isArray(value)) {
    return { kind: 'json', json, isArray: false, isUneven: false, names: keysOf(value) }
  }
  const keys = value.map((one: unknown) => keysOf(one))
  const names = value.length > 0 ? keys[0] : []
  const known = new Set(names)
  const isUneven = keys.some((other) => !isSameSet(known, other))
  return { kind: 'json', json, isArray: true, isUneven, names }
}

function fromCsv({ json, names }: CsvRows): Arguments {
  return { kind: 'rows', json, names }
}
