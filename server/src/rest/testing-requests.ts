// Generates random requests, most of which are invalid.
import * as fc from 'fast-check'
import type { RawRequest } from './parse/request.ts'

const tokens =
  'id facts tags price label maker_id makers manuals things second_maker eq neq in is not null or and any all like ' +
  'courses teachers taught_by teaches count() .sum() ... cs match isdistinct fts inner left asc desc nullslast count sum text int4 select order limit ->> -> :: -- /*'
const punctuation = '.,():!*"\\{}[]|&=+%;\'$/ \n\0'
const hostileTexts = [
  'zq',
  "zq'; drop table lab.things; --",
  'zq"',
  'zq\\',
  'zq$1',
  '\ud800zq',
  'Ünïzq',
]

const tokenPiece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...punctuation.split('')) },
  { weight: 4, arbitrary: fc.constantFrom(...tokens.split(' ')) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
)
const text = fc.array(tokenPiece, { maxLength: 12 }).map((pieces) => pieces.join(''))

const parameterName = fc.oneof(
  fc.constantFrom(
    'select',
    'order',
    'limit',
    'offset',
    'or',
    'and',
    'columns',
    'on_conflict',
    'not.or',
    'makers.or',
  ),
  fc.constantFrom(
    'id',
    'facts->a',
    'facts->>zq',
    'label',
    'makers.id',
    'manuals.order',
    'manuals.limit',
    'price',
  ),
  text,
)
const validSelect = fc.constantFrom(
  'id,makers!second_maker(id,name)',
  'id,manuals(pages)',
  '*,maker_id!inner(name)',
  'zq:id,facts->zq->>zq',
  'id,...maker_id(zq:name)',
  'maker_id,price.sum(),zq:count()',
  'id,teachers!inner(name,teaches(title)),pupils!enrolments(name)',
  '...taught_by(name,...courses(zq:title)),rooms()',
)
/** Queries that are valid for most relations, so that enough requests become statements. */
const validQuery = fc.constantFrom(
  'select=zq:id',
  'id=eq.zq&limit=1',
  'order=id.desc&offset=1',
  'id=in.(1,zq)&select=id',
  'or=(id.eq.1,id.gt.zq)',
)
const parameter = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(parameterName, text) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('select'), validSelect) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constantFrom('id', 'tags', 'facts->>zq', 'facts->zq', 'name'),
      fc
        .tuple(fc.constantFrom('eq', 'fts', 'wfts(zq)', 'sl'), text)
        .map((parts) => parts.join('.')),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('or', 'and'),
      text.map((value) => `(id.eq.${value},id.gt.1)`),
    ),
  },
)
const queryText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(parameter, { maxLength: 5 })
      .map((parameters) =>
        parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'),
      ),
  },
  { weight: 1, arbitrary: validQuery },
)
const mostlyOneOf = (...values: string[]) =>
  fc.oneof({ weight: 1, arbitrary: text }, { weight: 8, arbitrary: fc.constantFrom(...values) })
const headers = fc.record(
  {
    prefer: mostlyOneOf(
      'return=representation',
      'count=exact',
      'resolution=merge-duplicates',
      'missing=default',
      'tx=rollback',
      'timezone=zq',
    ),
    accept: mostlyOneOf(
      '*/*',
      '*/*',
      'application/json',
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|zq',
      'application/x-lines',
    ),
    range: mostlyOneOf('0-1'),
    'content-type': mostlyOneOf(
      'application/json',
      'application/json',
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
    ),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{"id":1}',
      '[{"id":1,"price":2}]',
      '[]',
      '{"zq":1}',
      '{"facts":{"zq":"zq"}}',
      'id,zq\n1,"zq"',
      'id=1&price=zq',
    ),
  },
)
export const randomRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
  path: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        '/things',
        '/makers',
        '/cheap_things',
        '/guarded',
        '/courses',
        '/teachers',
        '/rpc/add',
        '/rpc/all_things',
        '/rpc/many',
      ),
    },
    { weight: 1, arbitrary: text.map((value) => `/${encode(value)}`) },
  ),
  query: queryText,
  headers,
  body,
})

type RandomRequest = typeof randomRequest extends fc.Arbitrary<infer One> ? One : never

function encode(value: string) {
  return encodeURIComponent(value.toWellFormed())
}

export function toRawRequest({
  method,
  path,
  query,
  headers: requestHeaders,
  body: requestBody,
}: RandomRequest): RawRequest {
  return {
    method,
    url: `${path}?${query}`,
    headers: requestHeaders,
    body: Buffer.from(requestBody),
  }
}
