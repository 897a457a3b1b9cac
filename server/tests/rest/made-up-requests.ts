// Requests as nobody would send them, and such as somebody might.
import * as fc from 'fast-check'
import type { RawRequest } from '../../src/rest/parse/request.ts'

const words =
  'id facts tags price label maker_id makers manuals things second_maker eq neq in is not null or and any all like ' +
  'cs match isdistinct fts inner left asc desc nullslast count sum text int4 select order limit ->> -> :: -- /*'
const signs = '.,():!*"\\{}[]|&=+%;\'$/ \n\0'
const nasty = ['zq', "zq'; drop table lab.things; --", 'zq"', 'zq\\', 'zq$1', '\ud800zq', 'Ünïzq']

/** Pieces that mean something to the parser, between text that does not. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...signs.split('')) },
  { weight: 4, arbitrary: fc.constantFrom(...words.split(' ')) },
  { weight: 2, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

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
const sensibleSelect = fc.constantFrom(
  'id,makers!second_maker(id,name)',
  'id,manuals(pages)',
  '*,maker_id!inner(name)',
  'zq:id,facts->zq->>zq',
)
const parameter = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(parameterName, text) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('select'), sensibleSelect) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constantFrom('id', 'tags', 'facts->>zq', 'facts->zq', 'name'),
      text.map((value) => `eq.${value}`),
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
const encoded = fc
  .array(parameter, { maxLength: 5 })
  .map((parameters) =>
    parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'),
  )
const usually = (...values: string[]) =>
  fc.oneof({ weight: 1, arbitrary: text }, { weight: 8, arbitrary: fc.constantFrom(...values) })
const headers = fc.record(
  {
    prefer: usually('return=representation', 'count=exact', 'resolution=merge-duplicates'),
    accept: usually('*/*', 'text/csv', 'application/vnd.pgrst.object+json'),
    range: usually('0-1'),
    'content-type': usually('application/json'),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  text,
  fc.json(),
  fc.constantFrom('{"id":1}', '[{"id":1,"price":2}]', '[]', '{"zq":1}', '{"facts":{"zq":"zq"}}'),
)
export const madeUpRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
  path: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        '/things',
        '/makers',
        '/cheap_things',
        '/guarded',
        '/rpc/add',
        '/rpc/all_things',
      ),
    },
    { weight: 1, arbitrary: text.map((value) => `/${encode(value)}`) },
  ),
  query: encoded,
  headers,
  body,
})

type Sent = typeof madeUpRequest extends fc.Arbitrary<infer One> ? One : never

function encode(value: string) {
  return encodeURIComponent(value.toWellFormed())
}

export function rawRequest({ method, path, query, headers: sent, body: given }: Sent): RawRequest {
  return { method, url: `${path}?${query}`, headers: sent, body: Buffer.from(given) }
}
