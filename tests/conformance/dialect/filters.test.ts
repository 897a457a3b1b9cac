import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { untyped } from '../support/clients.ts'
import { expectRefusal, rowsOf } from '../support/expect.ts'
import { createActor, postJob } from '../support/market.ts'

// The tests below filter these five jobs.
const facility = await createActor('facility')
const jobFields: [title: string, budget: number, location: string | null][] = [
  ['Alpha 100%', 100, 'Denver'],
  ['beta, (two)', 200, 'Boulder'],
  ['Gamma "three"', 300, null],
  ['delta_four', 400, 'Denver'],
  ['Epsilon\\five', 500, ''],
]
for (const [title, budget, location] of jobFields)
  await postJob(facility, { title, budget, location })
const consultant = await createActor('consultant')
await consultant.client
  .from('profiles')
  .update({ services: ['Roofs, flat', 'Energy'] })
  .eq('id', consultant.id)
  .throwOnError()

const jobs = () => facility.client.from('jobs').select('budget').order('budget')
type Jobs = ReturnType<typeof jobs>

const web = { type: 'websearch', config: 'english' } as const
const phrase = { type: 'phrase' } as const

/** Returns the found jobs as one text, such as "13" for the first and the third job. */
async function matchingJobs(call: Jobs) {
  const rows = z.array(z.object({ budget: z.number() })).parse(await rowsOf(call))
  return rows.map(({ budget }) => budget / 100).join('')
}

const cases: [name: string, filter: (jobs: Jobs) => Jobs, expected: string][] = [
  ['eq', (all) => all.eq('budget', 200), '2'],
  ['eq of a text with special characters', (all) => all.eq('title', 'beta, (two)'), '2'],
  ['eq of a quoted text', (all) => all.eq('title', 'Gamma "three"'), '3'],
  ['eq of a backslash', (all) => all.eq('title', 'Epsilon\\five'), '5'],
  ['neq', (all) => all.neq('budget', 200), '1345'],
  ['neq leaves out null', (all) => all.neq('location', 'Denver'), '2'],
  ['gt', (all) => all.gt('budget', 300), '45'],
  ['gte', (all) => all.gte('budget', 300), '345'],
  ['lt', (all) => all.lt('budget', 200), '1'],
  ['lte', (all) => all.lte('budget', 200), '12'],
  ['like', (all) => all.like('title', '%a%'), '1234'],
  ['like, stars for per cents', (all) => all.like('title', 'delta*'), '4'],
  ['like, an escaped per cent', (all) => all.like('title', '%100\\%'), '1'],
  [
    'ilike of any column, with quoted signs',
    (all) => all.or('title.ilike."*ALPHA 100\\\\%*",location.ilike."*a 100\\\\%*"'),
    '1',
  ],
  ['ilike, quoted signs are no pattern', (all) => all.or('title.ilike."*\\\\%\\\\%*"'), ''],
  ['ilike, quoted brackets and commas', (all) => all.or('title.ilike."*, (TWO)*"'), '2'],
  ['ilike', (all) => all.ilike('title', 'BETA%'), '2'],
  ['likeAllOf', (all) => all.likeAllOf('title', ['%a%', '%1%']), '1'],
  ['likeAnyOf', (all) => all.likeAnyOf('title', ['delta%', 'Alpha%']), '14'],
  ['ilikeAllOf', (all) => all.ilikeAllOf('title', ['%ALPHA%', '%100%']), '1'],
  ['ilikeAnyOf', (all) => all.ilikeAnyOf('title', ['DELTA%', 'BETA%']), '24'],
  ['match, a pattern', (all) => all.filter('title', 'match', '^[a-z]+_'), '4'],
  ['imatch', (all) => all.filter('title', 'imatch', '^GAMMA'), '3'],
  [
    'match, of supabase-js: several eq',
    (all) => all.match({ budget: 100, location: 'Denver' }),
    '1',
  ],
  ['is null', (all) => all.is('location', null), '35'],
  ['is false', (all) => all.is('is_deleted', false), '12345'],
  ['is true', (all) => all.is('is_deleted', true), ''],
  ['not is null', (all) => all.not('location', 'is', null), '124'],
  ['is not_null', (all) => all.filter('location', 'is', 'not_null'), '124'],
  ['in', (all) => all.in('budget', [100, 500, 999]), '15'],
  ['in, of texts with signs', (all) => all.in('title', ['beta, (two)', 'delta_four']), '24'],
  ['in, of a quoted text', (all) => all.in('title', ['Gamma "three"', 'x']), '3'],
  ['in, of nothing', (all) => all.in('budget', []), ''],
  ['notIn', (all) => all.not('budget', 'in', '(100,500)'), '234'],
  ['isDistinct', (all) => all.isDistinct('location', 'Denver'), '235'],
  ['isdistinct from null', (all) => all.filter('location', 'isdistinct', 'Boulder'), '1345'],
  ['not eq', (all) => all.not('budget', 'eq', 100), '2345'],
  ['not like', (all) => all.not('title', 'like', '%a%'), '5'],
  ['or', (all) => all.or('budget.eq.100,budget.eq.500'), '15'],
  ['or with and inside', (all) => all.or('budget.eq.100,and(budget.gt.200,budget.lt.400)'), '13'],
  ['or with not', (all) => all.or('budget.lt.200,not.and(budget.gte.100,budget.lte.400)'), '15'],
  ['or with in', (all) => all.or('budget.in.(100,200),location.is.null'), '1235'],
  ['or with quoted values', (all) => all.or('title.eq."beta, (two)",budget.eq.100'), '12'],
  ['or with escaped quotes', (all) => all.or('title.eq."Gamma \\"three\\"",budget.eq.1'), '3'],
  ['filter', (all) => all.filter('budget', 'gte', 400), '45'],
  ['filter eq(any)', (all) => all.filter('budget', 'eq(any)', '{100,300}'), '13'],
  ['filter gt(all)', (all) => all.filter('budget', 'gt(all)', '{100,300}'), '45'],
  ['two filters of one column', (all) => all.gt('budget', 100).lt('budget', 400), '23'],
  ['textSearch', (all) => all.textSearch('title', 'beta | gamma'), '23'],
  ['textSearch, as people type', (all) => all.textSearch('title', 'two -beta', web), ''],
  ['textSearch, as a phrase', (all) => all.textSearch('title', 'Gamma three', phrase), '3'],
  ['nothing that is found', (all) => all.eq('budget', 12_345), ''],
]

suite('a filter', () => {
  for (const [name, filter, expected] of cases)
    test(name, async () => assert.equal(await matchingJobs(filter(jobs())), expected))
})

suite('filters of lists', () => {
  const own = () => consultant.client.from('profiles').select('role').eq('id', consultant.id)
  type Own = ReturnType<typeof own>
  const lists: [name: string, filter: (own: Own) => Own, expected: boolean][] = [
    ['contains', (all) => all.contains('services', ['Energy']), true],
    ['contains, with a comma in it', (all) => all.contains('services', ['"Roofs, flat"']), true],
    ['contains, with what is not there', (all) => all.contains('services', ['Energy', 'x']), false],
    ['containedBy', (all) => all.containedBy('services', ['Energy']), false],
    ['overlaps', (all) => all.overlaps('services', ['x', 'Energy']), true],
    ['overlaps nothing', (all) => all.overlaps('services', ['x']), false],
    ['contains, of JSON', (all) => all.contains('documents', { certifications: [] }), true],
    ['contains, of other JSON', (all) => all.contains('documents', { resume: 'x' }), false],
    ['a step into JSON', (all) => all.filter('documents->>resume', 'is', null), true],
    ['a step into JSON, as text', (all) => all.eq('documents->>certifications', '[]'), true],
  ]
  for (const [name, filter, expected] of lists) {
    test(name, async () => {
      assert.equal((await rowsOf(filter(own()))).length, expected ? 1 : 0)
    })
  }
})

suite('a filter that is refused', () => {
  const bad: [name: string, filter: (jobs: Jobs) => Jobs, code: string][] = [
    ['an operator nobody knows', (all) => all.filter('budget', 'near', 5), 'PGRST100'],
    ['a value of another kind', (all) => all.filter('budget', 'eq', 'much'), '22P02'],
    ['an invalid id', (all) => all.eq('id', '7'), '22P02'],
    ['is with an unknown word', (all) => all.filter('budget', 'is', 'maybe'), 'PGRST100'],
    ['is true of a number', (all) => all.filter('budget', 'is', 'true'), '42804'],
    ['like of a number', (all) => all.like('budget', '1%'), '42883'],
    ['a pattern that is broken', (all) => all.filter('title', 'match', '('), '2201B'],
    ['or that does not end', (all) => all.or('budget.eq.1,and(budget.gt.2'), 'PGRST100'],
    ['or of nothing', (all) => all.or(''), 'PGRST100'],
    ['in without brackets', (all) => all.filter('budget', 'in', '1,2'), 'PGRST100'],
    ['a search in no language', (all) => all.textSearch('title', 'a', { config: 'x' }), '42704'],
    ['a range operator on a timestamp', (all) => all.rangeGt('created_at', '[1,2)'), '42883'],
  ]
  for (const [name, filter, code] of bad) {
    test(name, async () => {
      await expectRefusal(filter(jobs()), code === '42883' ? 404 : 400, code)
    })
  }

  test('an unknown column', async () => {
    const call = untyped(facility.client).from('jobs').select().eq('bugdet', 1)
    const { hint } = await expectRefusal(call, 400, '42703')
    assert.equal(hint, 'Perhaps you meant to reference the column "jobs.budget".')
  })

  test('an embed that was not selected', async () => {
    const call = untyped(facility.client).from('jobs').select('id').eq('bids.amount', 1)
    const { message, hint } = await expectRefusal(call, 400, 'PGRST108')
    assert.equal(message, "'bids' is not an embedded resource in this request")
    assert.equal(hint, "Verify that 'bids' is included in the 'select' query parameter.")
  })
})
