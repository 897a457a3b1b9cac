// Chooses the first accepted media type that is available for the result.
import { noAvailableType } from '../errors.ts'
import type { ExplainRequest, MediaRange } from '../parse/accept.ts'
import type { RestRequest } from '../parse/request.ts'
import type { MediaHandler, Relation, Routine } from '../schema/schema.ts'
import type { ResponseFormat } from './plan.ts'
import type { PlanContext } from './plan-resource.ts'

interface ResponseSubject {
  relation: Relation
  /** True if the request selects all columns of the relation, in the order in which the relation defines them. */
  hasAllColumns: boolean
  routine: Routine | undefined
}

const builtInFormats = new Map<string, { kind: 'array' | 'object' | 'csv'; type: string }>([
  ['*/*', { kind: 'array', type: 'application/json' }],
  ['application/*', { kind: 'array', type: 'application/json' }],
  ['application/json', { kind: 'array', type: 'application/json' }],
  ['application/vnd.pgrst.array', { kind: 'array', type: 'application/json' }],
  ['application/vnd.pgrst.array+json', { kind: 'array', type: 'application/json' }],
  ['application/vnd.pgrst.object', { kind: 'object', type: 'application/vnd.pgrst.object+json' }],
  [
    'application/vnd.pgrst.object+json',
    { kind: 'object', type: 'application/vnd.pgrst.object+json' },
  ],
  ['text/*', { kind: 'csv', type: 'text/csv' }],
  ['text/csv', { kind: 'csv', type: 'text/csv' }],
])

/** A charset is added to these media types. */
const textTypes = new Set([
  'text/plain',
  'text/xml',
  'text/csv',
  'application/json',
  'application/geo+json',
  'application/openapi+json',
])

export function chooseFormat(
  { accept, query }: RestRequest,
  relation: Relation,
  { schemaCache, allowsExplain }: PlanContext,
  routine?: Routine,
): ResponseFormat {
  const subject = { relation, routine, hasAllColumns: !query.hasSelect }
  for (const range of accept) {
    const { explain } = range
    const format = formatFor(explain?.of ?? range, subject, schemaCache.mediaHandlers)
    if (format && !explain) return format
    if (format && explain && allowsExplain) return explainFormat(format, explain)
  }
  throw noAvailableType(accept.map(({ text }) => text))
}

function formatFor(
  range: MediaRange,
  subject: ResponseSubject,
  handlers: MediaHandler[],
): ResponseFormat | undefined {
  if (range.type.startsWith('application/vnd.pgrst.')) return builtInFormat(range)
  return (
    mediaValueFormat(range, subject) ??
    mediaHandlerFormat(range, subject, handlers) ??
    builtInFormat(range)
  )
}

function builtInFormat({ type, isStripped }: MediaRange): ResponseFormat | undefined {
  const found = builtInFormats.get(type)
  if (!found) return undefined
  const canStrip = isStripped && type.startsWith('application/vnd.pgrst.')
  const contentType = canStrip
    ? `application/vnd.pgrst.${found.kind}+json;nulls=stripped`
    : found.type
  return { kind: found.kind, isStripped: canStrip, contentType: `${contentType}; charset=utf-8` }
}

/** Returns a format if the function returns the whole body, in a domain for a matching media type. */
function mediaValueFormat(
  { type }: MediaRange,
  { routine }: ResponseSubject,
): ResponseFormat | undefined {
  if (!routine?.returns.media || routine.returns.isSet) return undefined
  const { type: mediaType, isBytes } = routine.returns.media
  if (mediaType !== '*/*' && mediaType !== type) return undefined
  const named = mediaType === '*/*' ? 'application/octet-stream' : mediaType
  return { kind: 'value', isStripped: false, contentType: contentTypeOf(named), isBytes }
}

/** Returns a format if an aggregate in the database converts rows to this media type. */
function mediaHandlerFormat(
  { type }: MediaRange,
  { relation, hasAllColumns }: ResponseSubject,
  handlers: MediaHandler[],
): ResponseFormat | undefined {
  const ofType = handlers.filter((handler) => handler.type === type || handler.type === '*/*')
  const handler =
    (hasAllColumns ? ofType.find((one) => one.relation === relation) : undefined) ??
    ofType.find((one) => one.relation === undefined && one.type === type)
  if (!handler) return undefined
  const named = handler.type === '*/*' ? 'application/octet-stream' : handler.type
  const contentType = contentTypeOf(named)
  return { kind: 'rows', isStripped: false, contentType, isBytes: handler.isBytes, handler }
}

function contentTypeOf(type: string) {
  return textTypes.has(type) ? `${type}; charset=utf-8` : type
}

function explainFormat(of: ResponseFormat, { format, options }: ExplainRequest): ResponseFormat {
  const planned = of.contentType.replace('; charset=utf-8', '')
  const list = options.length > 0 ? `; options=${options.join('|')}` : ''
  const contentType = `application/vnd.pgrst.plan+${format}; for="${planned}"${list}; charset=utf-8`
  return { ...of, contentType, explain: { format, options } }
}
