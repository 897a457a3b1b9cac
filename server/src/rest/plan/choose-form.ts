// The form of an answer: the first that is wished for and that there is, for these rows or this value.
import { notAvailable } from '../errors.ts'
import type { Explained, Wish } from '../parse/accept.ts'
import type { RestRequest } from '../parse/request.ts'
import type { MediaHandler, Relation, Routine } from '../schema/schema.ts'
import type { AnswerForm } from './plan.ts'
import type { Planning } from './resource.ts'

/** What is to be answered with. */
interface Answered {
  relation: Relation
  /** All columns of the relation, in their order. */
  isWhole: boolean
  routine: Routine | undefined
}

const builtIn = new Map<string, { kind: 'array' | 'object' | 'csv'; type: string }>([
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

/** Those of texts, whose characters have to be named too. */
const ofTexts = new Set([
  'text/plain',
  'text/xml',
  'text/csv',
  'application/json',
  'application/geo+json',
  'application/openapi+json',
])

export function chooseForm(
  { wishes, query }: RestRequest,
  relation: Relation,
  { cache, showsPlans }: Planning,
  routine?: Routine,
): AnswerForm {
  const answered = { relation, routine, isWhole: !query.hasSelect }
  for (const wish of wishes) {
    const { explained } = wish
    const form = formFor(explained?.answer ?? wish, answered, cache.mediaHandlers)
    if (form && !explained) return form
    if (form && explained && showsPlans) return explainedForm(form, explained)
  }
  throw notAvailable(wishes.map(({ written }) => written))
}

function formFor(wish: Wish, answered: Answered, handlers: MediaHandler[]): AnswerForm | undefined {
  if (wish.type.startsWith('application/vnd.pgrst.')) return builtInForm(wish)
  return ownValue(wish, answered) ?? ownRows(wish, answered, handlers) ?? builtInForm(wish)
}

function builtInForm({ type, isStripped }: Wish): AnswerForm | undefined {
  const found = builtIn.get(type)
  if (!found) return undefined
  const canStrip = isStripped && type.startsWith('application/vnd.pgrst.')
  const contentType = canStrip
    ? `application/vnd.pgrst.${found.kind}+json;nulls=stripped`
    : found.type
  return { kind: found.kind, isStripped: canStrip, contentType: `${contentType}; charset=utf-8` }
}

/** A function says by the type of its value what that is: a domain that is called like a media type. */
function ownValue({ type }: Wish, { routine }: Answered): AnswerForm | undefined {
  if (!routine?.returns.media || routine.returns.isSet) return undefined
  const { type: given, isBytes } = routine.returns.media
  if (given !== '*/*' && given !== type) return undefined
  const named = given === '*/*' ? 'application/octet-stream' : given
  return { kind: 'value', isStripped: false, contentType: contentTypeOf(named), isBytes }
}

/** An aggregate makes something else than JSON of rows. */
function ownRows(
  { type }: Wish,
  { relation, isWhole }: Answered,
  handlers: MediaHandler[],
): AnswerForm | undefined {
  const ofType = handlers.filter((handler) => handler.type === type || handler.type === '*/*')
  const handler =
    (isWhole ? ofType.find((one) => one.relation === relation) : undefined) ??
    ofType.find((one) => one.relation === undefined && one.type === type)
  if (!handler) return undefined
  const named = handler.type === '*/*' ? 'application/octet-stream' : handler.type
  const contentType = contentTypeOf(named)
  return { kind: 'rows', isStripped: false, contentType, isBytes: handler.isBytes, handler }
}

function contentTypeOf(type: string) {
  return ofTexts.has(type) ? `${type}; charset=utf-8` : type
}

function explainedForm(form: AnswerForm, { format, options }: Explained): AnswerForm {
  const planned = form.contentType.replace('; charset=utf-8', '')
  const list = options.length > 0 ? `; options=${options.join('|')}` : ''
  const contentType = `application/vnd.pgrst.plan+${format}; for="${planned}"${list}; charset=utf-8`
  return { ...form, contentType, explained: { format, options } }
}
