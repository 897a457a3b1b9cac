import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  sendRequest,
  headersWithToken,
  jsonHeaders,
  type Reply,
  rowsIn,
} from '../support/http-request.ts'
import { clientFor, untyped } from '../support/clients.ts'
import { rowsOf } from '../support/expect.ts'
import { query } from '../support/database.ts'
import { createActor, jobFields, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const facility = await createActor('facility')
await postJob(facility)
const headers = headersWithToken(tokenFor(facility.id))

const attempts = [
  `' or '1'='1`,
  `'; drop table public.jobs; --`,
  `"; drop table public.jobs; --`,
  `1); delete from public.jobs; --`,
  `1 union select encrypted_password from auth.users`,
  `id) from auth.users; --`,
  `\\'; select pg_sleep(5); --`,
  `$$; select 1; $$`,
  `$1`,
  `*/ select 1 /*`,
  `id::text from pg_shadow--`,
  `(select version())`,
  `{id}`,
  `%27%20or%201%3D1`,
  `a\u2019b\u0000`.slice(0, 3),
  `\u202e\ufeff`,
  `x`.repeat(3000),
]

/** Checks that the server did not fail, and that the reply reveals no password hash and no details of PostgreSQL. */
function assertHarmless({ status, text }: Reply, attempt: string) {
  assert.ok(status < 500, `${status} ${text} for ${attempt}`)
  assert.doesNotMatch(text, /syntax error|pg_catalog|\$2[aby]\$|PostgreSQL \d/)
}

const paths: [name: string, path: (attempt: string) => string][] = [
  ['a value', (attempt) => `/jobs?title=eq.${attempt}`],
  ['a value of a number', (attempt) => `/jobs?budget=gt.${attempt}`],
  ['a value in a list', (attempt) => `/jobs?title=in.(${attempt})`],
  ['a value of an array', (attempt) => `/profiles?services=cs.{${attempt}}`],
  ['a pattern', (attempt) => `/jobs?title=ilike.*${attempt}*`],
  ['an operator', (attempt) => `/jobs?title=${attempt}.x`],
  ['the name of a column', (attempt) => `/jobs?${attempt}=eq.1`],
  ['a combination', (attempt) => `/jobs?or=(${attempt})`],
  ['a value in a combination', (attempt) => `/jobs?or=(title.eq.${attempt},budget.gt.0)`],
  ['select', (attempt) => `/jobs?select=${attempt}`],
  ['an alias', (attempt) => `/jobs?select=${attempt}:id`],
  ['a quoted alias', (attempt) => `/jobs?select="${attempt}":id`],
  ['a cast', (attempt) => `/jobs?select=id::${attempt}`],
  ['a JSON path', (attempt) => `/profiles?select=documents->${attempt}`],
  ['a JSON path as text', (attempt) => `/profiles?documents->>${attempt}=eq.1`],
  ['an embed', (attempt) => `/jobs?select=id,${attempt}(id)`],
  ['a hint', (attempt) => `/jobs?select=id,bids!${attempt}(id)`],
  ['the alias of an embed', (attempt) => `/jobs?select=id,${attempt}:bids(id)`],
  ['order', (attempt) => `/jobs?order=${attempt}`],
  ['the direction of order', (attempt) => `/jobs?order=id.${attempt}`],
  ['limit', (attempt) => `/jobs?limit=${attempt}`],
  ['offset', (attempt) => `/jobs?offset=${attempt}`],
  ['a table', (attempt) => `/${attempt}`],
  ['a function', (attempt) => `/rpc/${attempt}`],
  ['an argument', (attempt) => `/rpc/search_consultants?query=${attempt}`],
  ['the name of an argument', (attempt) => `/rpc/search_consultants?${attempt}=1`],
]

suite('an injection attempt in', () => {
  for (const [name, path] of paths) {
    for (const encode of [encodeURIComponent, encodeURI]) {
      test(`${name}, by ${encode.name}`, async () => {
        for (const attempt of attempts) {
          const address = path(encode(attempt))
          assertHarmless(await sendRequest(`/rest/v1${address}`, { headers }), address)
        }
      })
    }
  }

  const writes: [name: string, path: (attempt: string) => string][] = [
    ['on_conflict', (attempt) => `/notification_settings?on_conflict=${attempt}`],
    ['columns', (attempt) => `/jobs?columns=${attempt}`],
    ['select of a write', (attempt) => `/jobs?select=${attempt}`],
  ]
  for (const [name, path] of writes) {
    test(name, async () => {
      const prefer = 'resolution=merge-duplicates, return=representation'
      const options = {
        method: 'POST',
        headers: { ...headers, ...jsonHeaders, prefer },
        body: '{}',
      }
      for (const attempt of attempts) {
        const address = path(encodeURIComponent(attempt))
        assertHarmless(await sendRequest(`/rest/v1${address}`, options), address)
      }
    })
  }

  test('a body: keys and values', async () => {
    for (const attempt of attempts) {
      const bodies = [
        { ...jobFields(facility), [attempt]: 1 },
        { ...jobFields(facility), budget: attempt },
        { ...jobFields(facility), category: attempt },
      ]
      for (const body of bodies) {
        const options = {
          method: 'POST',
          headers: { ...headers, ...jsonHeaders },
          body: JSON.stringify(body),
        }
        assertHarmless(await sendRequest('/rest/v1/jobs', options), JSON.stringify(body))
      }
    }
  })

  test('headers', async () => {
    const names = [
      'prefer',
      'range',
      'accept',
      'accept-profile',
      'x-anything',
      'cookie',
      'content-type',
    ]
    for (const name of names)
      for (const attempt of attempts.filter((text) => /^[\x20-\x7e]*$/.test(text)))
        assertHarmless(
          await sendRequest('/rest/v1/jobs', { headers: { ...headers, [name]: attempt } }),
          name,
        )
  })
})

suite('a text is stored unchanged', () => {
  test('with any content', async () => {
    const titles = attempts.filter((text) => text.trim() === text && text.length < 200)
    for (const title of titles) {
      const call = untyped(facility.client)
        .from('jobs')
        .insert({ ...jobFields(facility), title })
      const storedTitle = (await rowsOf(call.select('title'), 201))[0]?.['title']
      if (!/[\ufeff\u200b]/.test(title)) assert.equal(storedTitle, title)
      const found = facility.client.from('jobs').select('title').eq('title', String(storedTitle))
      assert.equal((await rowsOf(found)).length, 1)
    }
  })
})

test('the tables still exist afterwards', async () => {
  const reply = await sendRequest('/rest/v1/jobs?select=id&limit=1', { headers })
  assert.equal(rowsIn(reply).length, 1)
  assert.ok((await rowsOf(clientFor('admin').from('jobs').select('id'))).length > 50)
  assert.equal((await query('select from auth.users limit 1')).length, 1)
})
