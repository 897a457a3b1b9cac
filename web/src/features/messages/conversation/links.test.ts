import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './links.ts'

test('an address becomes a link that shows exactly what was written', () => {
  assert.deepEqual(partsOf('See https://example.test/a?b=1, please.'), [
    { text: 'See ' },
    { text: 'https://example.test/a?b=1', href: 'https://example.test/a?b=1' },
    { text: ', please.' },
  ])
})

test('a text without an address is one part, and an empty one none', () => {
  assert.deepEqual(partsOf('Nothing here.'), [{ text: 'Nothing here.' }])
  assert.deepEqual(partsOf(''), [])
})

for (const text of [
  'javascript:alert(1)',
  'http://example.test',
  'data:text/html,hello',
  '//example.test',
  'https://bank.test@other.test/',
  'https://',
  'https://<script>alert(1)</script>',
]) {
  test(`nothing in ${text} can be followed`, () => {
    assert.deepEqual(partsOf(text), [{ text }])
  })
}
