import assert from 'node:assert/strict'
import { test } from 'vitest'
import { splitLinks } from './links.ts'

test('an address becomes a link with exactly the typed text', () => {
  assert.deepEqual(splitLinks('See https://example.test/a?b=1, please.'), [
    { text: 'See ' },
    { text: 'https://example.test/a?b=1', href: 'https://example.test/a?b=1' },
    { text: ', please.' },
  ])
})

for (const [text, href] of [
  ['(see https://example.test/a)', 'https://example.test/a'],
  ['https://example.test/Boiler_(heating)', 'https://example.test/Boiler_(heating)'],
  ['(https://example.test/Boiler_(heating)).', 'https://example.test/Boiler_(heating)'],
  ['[https://example.test/a?b[]=1]', 'https://example.test/a?b[]=1'],
  ['HTTPS://Example.test/A', 'https://example.test/A'],
] as const) {
  test(`the link in ${text} leads to ${href}`, () => {
    assert.deepEqual(
      splitLinks(text).flatMap((part) => part.href ?? []),
      [href],
    )
  })
}

test('a text without an address is one part, and an empty text has no parts', () => {
  assert.deepEqual(splitLinks('Nothing here.'), [{ text: 'Nothing here.' }])
  assert.deepEqual(splitLinks(''), [])
})

for (const text of [
  'javascript:alert(1)',
  'http://example.test',
  'data:text/html,hello',
  '//example.test',
  'https://bank.test@other.test/',
  'https://',
  'https://<script>alert(1)</script>',
  'https://bаnk.test/', // This "а" is a Cyrillic letter.
  'https://%65vil.test/',
  'https://bank.test。evil.test/',
  String.raw`https://bank.test\@other.test/`,
  String.raw`https://bank.test/\other`,
]) {
  test(`${text} has no link`, () => {
    assert.deepEqual(splitLinks(text), [{ text }])
  })
}
