// In which form the answer is wanted.
import { notAvailable } from '../errors.ts'

export interface AnswerForm {
  kind: 'array' | 'object' | 'csv'
  isStripped: boolean
  contentType: string
}

const array: AnswerForm = {
  kind: 'array',
  isStripped: false,
  contentType: 'application/json; charset=utf-8',
}
const object: AnswerForm = {
  kind: 'object',
  isStripped: false,
  contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
}

const forms = new Map<string, AnswerForm>([
  ['*/*', array],
  ['application/*', array],
  ['application/json', array],
  ['application/vnd.pgrst.array+json', array],
  ['application/vnd.pgrst.array', array],
  [
    'application/vnd.pgrst.array+json;nulls=stripped',
    {
      kind: 'array',
      isStripped: true,
      contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    },
  ],
  ['application/vnd.pgrst.object+json', object],
  ['application/vnd.pgrst.object', object],
  [
    'application/vnd.pgrst.object+json;nulls=stripped',
    {
      kind: 'object',
      isStripped: true,
      contentType: 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    },
  ],
  ['text/csv', { kind: 'csv', isStripped: false, contentType: 'text/csv; charset=utf-8' }],
])

export function parseAccept(header: string | undefined): AnswerForm {
  if (header === undefined) return array
  const wanted = readWishes(header)
  const form = wanted.map((type) => forms.get(type)).find((found) => found !== undefined)
  if (!form) throw notAvailable(wanted)
  return form
}

/** Media types in the order of their weight. */
function readWishes(header: string): string[] {
  const wishes = header.split(',').map((item) => {
    const [type = '', ...parameters] = item.toLowerCase().replaceAll(/[\s"]/gu, '').split(';')
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const kept = parameters.filter((parameter) => /^(?:nulls|for|options)=/u.test(parameter))
    return { type: [type, ...kept].join(';'), weight: weight === undefined ? 1 : Number(weight) }
  })
  return wishes.toSorted((a, b) => b.weight - a.weight).map(({ type }) => type)
}
