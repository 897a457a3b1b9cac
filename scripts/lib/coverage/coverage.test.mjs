import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveragePage } from './page.mjs'
import { readRequirements } from './requirements.mjs'
import { tagsOf } from './tags.mjs'

/** @param {string[]} lines */
const namesIn = (...lines) => tagsOf('a.test.ts', lines.join('\n')).tags.map(({ name }) => name)

/** @param {string[]} lines */
const problemsIn = (...lines) => tagsOf('a.test.ts', lines.join('\n')).problems

/** @param {string} line */
const namesOfTag = (line) => namesIn('// @covers 2.a', line)

await test('a tag belongs to the test below it, with its suites', () => {
  const source = [
    "suite('outer', () => {",
    "  test('another', () => {",
    '    const a = 1',
    '  })',
    '  suite(',
    "    'inner',",
    '    () => {',
    '      // @covers 2.a 2.b',
    '      // The reason for the next line.',
    "      test('it works', () => {",
  ]
  assert.deepEqual(tagsOf('a.test.ts', source.join('\n')).tags, [
    { path: 'a.test.ts', line: 8, ids: ['2.a', '2.b'], name: 'outer › inner › it works' },
  ])
})

await test('several tags belong to one test', () => {
  const source = ['// @covers 2.a', '// @covers 2.b', "test('it works', () => {"]
  assert.deepEqual(namesIn(...source), ['it works', 'it works'])
})

await test('a name is a title, a key, the first value of a case or the act of a matrix', () => {
  assert.deepEqual(namesOfTag("it.only('it isn\\'t lost', () => {"), ["it isn't lost"])
  assert.deepEqual(namesOfTag('test(`a ${role} lands on ${path} @gate`, async () => {'), [
    'a … lands on …',
  ])
  assert.deepEqual(namesIn('// @covers 2.a', 'test(', "  'a long title',"), ['a long title'])
  assert.deepEqual(namesOfTag("  'an amount is money': async (stage) => {"), ['an amount is money'])
  assert.deepEqual(namesOfTag("    'is too old': [change, /time/],"), ['is too old'])
  assert.deepEqual(namesOfTag("    ['is too old', -5],"), ['is too old'])
  assert.deepEqual(namesIn('// @covers 2.a', 'byRole(', "  'all of them',"), ['all of them'])
  assert.deepEqual(namesOfTag("suite('no test', () => {"), [])
  assert.deepEqual(namesOfTag("  { name: 'post a job', expected: [] },"), ['post a job'])
})

await test('only a drill or benchmark can be a function or a constant', () => {
  const inBenchmark = '// @covers 2.a\nexport async function measureStory() {'
  const inDrill = '// @covers 2.a\nconst story = {'
  assert.equal(tagsOf('bench/story.ts', inBenchmark).tags[0]?.name, 'measureStory')
  assert.equal(tagsOf('drills/story.ts', inDrill).tags[0]?.name, 'story')
  const loop = ['// @covers 2.a', 'for (const role of roles) {', '  const list = lists[role]']
  assert.match(problemsIn(...loop, '  test(`a ${role}`, () => {').join(), /above a test/)
})

await test('a test with a table of cases has its name after the table', () => {
  const cases = ['// @covers 2.a', 'test.for([', "  ['a', 'b'],", '])(']
  assert.deepEqual(namesIn(...cases, "  'the name %s',"), ['the name %s'])
  const shortTitle = [
    '// @covers 2.a',
    'test.each([',
    '  1,',
    "] as const)('the name', async () => {",
  ]
  assert.deepEqual(namesIn(...shortTitle), ['the name'])
  assert.deepEqual(namesOfTag("test.each(['a', 'b'])('the name', async () => {"), ['the name'])
})

await test('a tag above a loop belongs to the test in it', () => {
  const source = ['// @covers 2.a', 'for (const role of roles) {', '  test(`a ${role}`, () => {']
  assert.deepEqual(namesIn(...source), ['a …'])
})

await test('a value in a title becomes an ellipsis', () => {
  const source = [
    'suite(`a filter of ${table}`, () => {',
    '  // @covers 2.a',
    "  test(`${decode(filter)} finds ${found.map(({ id }) => `#${id}`).join() || '}'}`, () => {",
  ]
  assert.deepEqual(namesIn(...source), ['a filter of … › … finds …'])
  assert.deepEqual(namesOfTag("test('a price of $5 or {6}', () => {"), ['a price of $5 or {6}'])
})

await test('a tag without a test or without a requirement is a problem', () => {
  assert.match(
    problemsIn('// @covers 2.a', '', "test('a', () => {").join(),
    /^a\.test\.ts:1: .* above/,
  )
  assert.match(problemsIn('// @covers 2.a', 'test(title, () => {').join(), /above a test/)
  assert.match(problemsIn('// @covers', "test('a', () => {").join(), /names no requirement/)
})

await test('a tag above a skipped test, or in a skipped suite, is a problem', () => {
  for (const line of [
    "test.skip('a', () => {",
    "it.todo('a')",
    "test.fixme('a', async () => {",
    "test.skip.each([1])('a', () => {",
  ]) {
    assert.deepEqual(namesOfTag(line), [], line)
    assert.match(problemsIn('// @covers 2.a', line).join(), /above a test that is skipped/, line)
  }
  for (const options of ['{ skip: !isRoot }', "{ timeout: 1, todo: 'later' }", '{ skip }']) {
    const lines = ["test('a', " + options + ', () => {']
    const longLines = ['test(', "  'a',", `  ${options},`]
    for (const call of [lines, longLines])
      assert.match(problemsIn('// @covers 2.a', ...call).join(), /skipped/, call.join())
    const suiteOfTest = [
      `suite(title, ${options}, () => {`,
      '  // @covers 2.a',
      "  test('b', () => {",
    ]
    assert.match(problemsIn(...suiteOfTest).join(), /skipped/, options)
  }
  assert.deepEqual(namesOfTag("test('a', { timeout: 1 }, () => read({ skip: 1 }))"), ['a'])
  const suites = ["describe.skip('a', () => {", '  // @covers 2.a', "  test('b', () => {"]
  assert.match(problemsIn(...suites).join(), /above a test that is skipped/)
})

await test('a requirement belongs to the heading above it, and can span lines', () => {
  const text =
    '# Requirements\n\nText.\n\n## 2. Screens\n\n### Login\n\n- `2.a` One\n  two.\n- `2.b` B.\n'
  assert.deepEqual(readRequirements(text), {
    sections: [
      { heading: '2. Screens', level: 2, requirements: [] },
      {
        heading: 'Login',
        level: 3,
        requirements: [
          { id: '2.a', sentence: 'One two.' },
          { id: '2.b', sentence: 'B.' },
        ],
      },
    ],
    problems: [],
  })
})

await test('an id is unique, and begins like the others in its section', () => {
  const { problems } = readRequirements(
    '## A\n\n- `2.a` A.\n- `2.a` B.\n- `3.a` C.\n- D.\n\n## B\n\n- `3.b` E.',
  )
  assert.deepEqual(
    problems.map((problem) => problem.replace('docs/requirements.md: ', '')),
    ['2.a is there twice.', '3.a must begin with "2.".', '- D. has no id.'],
  )
})

await test('the page has a row for each test of a requirement, and lists the others at the end', () => {
  const requirements = [
    { id: '2.a', sentence: 'One | two.' },
    { id: '2.b', sentence: 'No test.' },
  ]
  const sections = [
    { heading: '2. Screens', level: 2, requirements },
    { heading: 'Empty', level: 3, requirements: [{ id: '2.c', sentence: 'No test either.' }] },
  ]
  const tag = { path: 'a.test.ts', line: 1, ids: ['2.a'] }
  const page = coveragePage(sections, [
    { ...tag, name: 'first' },
    { ...tag, name: 'second' },
  ])
  assert.match(page, /\n1 of 3 requirements have a test\. 0 more/)
  const otherTests = page.slice(page.indexOf('\n## ') + 1)
  assert.equal(
    otherTests,
    [
      '## 2. Screens',
      '',
      '| Requirement | File | Test |',
      '|---|---|---|',
      '| `2.a` One \\| two. | `a.test.ts` | first |',
      '| `2.a` One \\| two. | `a.test.ts` | second |',
      '',
      '## Without a test',
      '',
      '- `2.b` No test.',
      '- `2.c` No test either.',
      '',
    ].join('\n'),
  )
})

await test('drills and benchmarks are counted apart from tests, and their rows say so', () => {
  const requirements = ['2.a', '2.b', '2.c'].map((id) => ({ id, sentence: 'One.' }))
  const page = coveragePage(
    [{ heading: 'A', level: 2, requirements }],
    [
      { path: 'drills/a.ts', line: 1, ids: ['2.a', '2.b'], name: 'first' },
      { path: 'bench/b.ts', line: 1, ids: ['2.c'], name: 'second' },
      { path: 'a.test.ts', line: 1, ids: ['2.a'], name: 'third' },
    ],
  )
  assert.match(page, /\n1 of 3 requirements have a test\. 2 more have a drill or a benchmark/)
  assert.match(page, /\| `2\.b` One\. \| `drills\/a\.ts` \| first \(drill\) \|/)
  assert.match(page, /\| `2\.c` One\. \| `bench\/b\.ts` \| second \(benchmark\) \|/)
  assert.match(page, /\| `a\.test\.ts` \| third \|/)
})

await test('without a gap the page says so', () => {
  const sections = [{ heading: 'A', level: 2, requirements: [] }]
  assert.match(coveragePage(sections, []), /## Without a test\n\nEvery requirement has a test\.\n$/)
})
