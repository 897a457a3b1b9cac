import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSource, checkText, lineOf } from './findings.mjs'
import { textsOf } from './texts.mjs'

/** @typedef {import('./sentences.mjs').Kind} Kind */

/**
 * @param {string} text
 * @param {Kind} kind
 */
const namesIn = (text, kind = 'comment') =>
  checkText('file', { kind, line: 1, text }).findings.map(({ name }) => name)

/**
 * @param {string} path
 * @param {string} source
 */
const linesIn = (path, source) =>
  checkSource(path, source).flatMap(({ findings }) => findings.map(({ line }) => line))

const headless = [
  'What takes longer to be read, in pieces of 64 KB, is not read.',
  'From an answer until whoever keeps the connection sends the next request on it, where both are busy.',
  "An address and a number of any form: one that cannot be is merely nobody's.",
  'A narrow place for all, in which persons alternate: of each at most one stands in it, whatever they bring.',
  'In case that a word was not heard; also how late a repeat may be.',
  "Encrypted on its way, but on one's own machine.",
  'What shows a bid, or counts it.',
  'Said twice: an index finds its place by this alone, and by no choice between two.',
  'Of what strangers cause no mail is made for a time after one that tells of it.',
  'Of several who want the same none has proven it.',
  'This is what is said of it.',
  'A pause for whoever keeps connections.',
  'The list of people who came by themselves.',
  'Whoever asks is answered.',
  'Whatever it brings is kept.',
  'Whose token it is.',
  'By whom it is read.',
  'Pictures are made anew.',
  'Without a token there is none.',
  'Every row, but for the newest.',
  'It is sent all the same.',
  'The table thereof.',
  'Who came by themselves and has no role.',
  'A bid is not born accepted.',
  'This link is not whole, or no longer of use.',
  'Nothing is said of what to change.',
  'This file is not there.',
]

const plain = [
  'Abort if the client takes longer than this to read one 64 KB chunk.',
  "The longest gap between a response and a busy proxy's next request on the same connection.",
  'Accept malformed emails and phone numbers: they simply match no account.',
  'A shared queue that runs at most one task per person at a time.',
  'Each OAuth redirect writes a row and calls the provider.',
  'Poll in case a NOTIFY was missed. This is also the precision of retries.',
  'Must be https, except on localhost.',
  'Query keys to invalidate after a bid changes.',
  'Redundant on purpose: an index can seek on this condition but not on the OR.',
  'Notifications that strangers can trigger are rate-limited: after one such email, later ones wait.',
  'Several people signed up with this address and none has confirmed it.',
  'Review bids / To review',
  'Luis Archuleta bid $12,000',
  '2 bids, lowest $11,400',
  'awarded you this job for $4,700',
  'Award this job to Kelly Brandt for $11,850? The other bidder will be notified.',
  'This records a payment you made elsewhere.',
  'Payment becomes due.',
  'Fix the highlighted fields.',
  "Photos weren't saved. Please add them again.",
  'Draft restored.',
  "This isn't a valid image.",
  'Start of conversation',
  'upcoming / total',
  '2 days overdue',
  'Awarded to another contractor',
  'People you work with can still see you.',
  'Building experts, rated by facilities.',
  "Can't connect. Retrying…",
  'Match system',
  'People who signed up and have no role yet.',
  'The original text is sent.',
  'A new bid must be pending.',
  "A file's type cannot be changed.",
  'You can still read this conversation.',
  'This link is incomplete or has expired.',
  'No changes given.',
  '… was not found.',
  'What does it cost?',
  'Of course the row stays.',
  'All of them are all the same.',
  'It works not only for bids but for jobs.',
]

for (const text of headless) {
  await test(`refuses: ${text}`, () => assert.notDeepEqual(namesIn(text), []))
}

for (const text of plain) {
  await test(`accepts: ${text}`, () => {
    for (const kind of /** @type {Kind[]} */ (['comment', 'docs', 'screen', 'error'])) {
      assert.deepEqual(namesIn(text, kind), [])
    }
  })
}

await test('checks commit subjects', () => {
  const subject = 'Find what hardly any bid or payment is by its state'
  assert.notDeepEqual(namesIn(subject, 'commit'), [])
  assert.deepEqual(namesIn('Index bids and payments by rare status', 'commit'), [])
})

await test('ignores inline code and addresses', () => {
  assert.deepEqual(namesIn('The option `but for` is at https://a.test/anew.'), [])
})

await test('a finding names file, line, excerpt, rule and rewrite', () => {
  const source = '/**\n * One good sentence.\n * What is found.\n */\n'
  const finding = checkSource('a.ts', source).flatMap(({ findings }) => findings)[0]
  assert.ok(finding)
  assert.match(lineOf(finding), /^a\.ts:3: "What is found\." — headless "What": start with /)
})

await test('a finding points at a sentence in the middle of a comment that spans lines', () => {
  assert.deepEqual(linesIn('a.ts', '// It is read once. It is\n// kept. What is left goes.\n'), [2])
})

await test('texts of TypeScript are comments, not strings or patterns', () => {
  const source =
    "const a = '// Who'\nconst b = /'\\/\\/ Who[/]x/ // It works.\nconst c = `// Who ${'`'} x`\n"
  assert.deepEqual(
    textsOf('bench/a.ts', source).map(({ text }) => text.trim()),
    ['It works.'],
  )
})

await test('the ids of requirements above a test are not texts', () => {
  const source = '// Who asks.\n// @covers 8.whoever 8.whose\n// Who reads.\n'
  assert.deepEqual(
    textsOf('tests/a.test.ts', source).map(({ text }) => text.trim()),
    ['Who asks.', 'Who reads.'],
  )
})

await test('titles of tests and suites are texts', () => {
  const source = [
    "suite('a list', () => {",
    "  test('whose rows are gone is empty', () => {",
    '  test(`${name({ id: 1 })} with a kind that is none is refused`, () => {',
    '  it.only(',
    "    'isn\\'t written anew',",
    "    assert.ok(/a/.test('whose text is any'))",
    "    read('whose value is any')",
  ]
  assert.deepEqual(linesIn('tests/a.test.ts', source.join('\n')), [2, 3, 5])
})

await test('texts of JSDoc tags are their descriptions', () => {
  assert.deepEqual(
    linesIn('a.ts', '/**\n * @param {string} name\n * @returns What it is.\n */'),
    [3],
  )
  assert.deepEqual(linesIn('a.ts', '/** @param {{ a: { b: string } }} name of the file */'), [])
})

await test('texts of the server and the web are their sentences as well', () => {
  const source = "refuse('Who asks is refused.')\nconst field = 'whoever'\n"
  assert.deepEqual(linesIn('server/src/a.ts', source), [1])
  assert.deepEqual(linesIn('web/src/a.tsx', '<p>\n  Who asks is {"told"}\n</p>'), [2])
  assert.deepEqual(linesIn('server/src/a.test.ts', source), [])
})

await test('texts of SQL are comments, descriptions and refusals', () => {
  const source = [
    '-- Who asks.',
    "select 'Who asks.';",
    "comment on table a is 'Jobs. Of the '",
    "  'bids none.';",
    "perform app.refuse(400, 'code', 'Who asks is refused.', 'Ask again.');",
    "select app.expose('ask()', 'Who asks is told.');",
  ]
  assert.deepEqual(linesIn('a.sql', source.join('\n')), [1, 3, 5, 6])
})

await test('texts of Markdown are paragraphs, items and cells, not code', () => {
  const source =
    '# What is done\n\n```\nWho asks\n```\n- Who asks\n\n| What | Who asks |\n|---|---|\n'
  assert.deepEqual(linesIn('a.md', source), [1, 6, 8])
})

await test('texts of configuration files are its comments', () => {
  assert.deepEqual(linesIn('a.yml', 'name: Who asks\nkey: 1 # Who asks\n'), [2])
})

await test('texts of mail templates are subjects and paragraphs', () => {
  const source = 'Subject: Who asks\n\nAn admin came.\nWho asks is told.\n'
  assert.deepEqual(linesIn('supabase/templates/a.txt', source), [1, 4])
})
