// What a body is by its Content-Type, and its bytes as text.
import { badBody } from '../errors.ts'

export type BodyKind = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytea'

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

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Without a type it is JSON. */
export function kindOfBody(contentType: string | undefined): BodyKind {
  const [type = ''] = (contentType ?? 'application/json').toLowerCase().split(';')
  const kind = kinds.get(type.trim())
  if (!kind) throw notAcceptable(type.trim())
  return kind
}

export function notAcceptable(type: string) {
  return badBody(`Content-Type not acceptable: ${type}`)
}

export function textOf(body: Buffer | undefined): string {
  try {
    return utf8.decode(body)
  } catch {
    throw badBody('The body is not UTF-8.')
  }
}

export function readForm(text: string): [name: string, value: string][] {
  return [...new URLSearchParams(text)]
}
