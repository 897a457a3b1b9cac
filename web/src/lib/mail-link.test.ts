import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mailLink } from './mail-link.ts'

test('a mail goes to the address, whatever script it is in', () => {
  assert.equal(mailLink('vera@example.test'), 'mailto:vera@example.test')
  assert.equal(mailLink('vera+halls@example.test'), 'mailto:vera%2Bhalls@example.test')
  const { pathname } = new URL(mailLink('véra@пример.test'))
  assert.equal(decodeURIComponent(pathname), 'véra@пример.test')
})

test('an address that names other recipients, or words, writes neither', () => {
  for (const address of [
    'vera@example.test?bcc=rival%40example.test',
    'vera@example.test?subject=Hello&body=Pay',
    'vera,rival@example.test#?cc=x',
  ]) {
    const { pathname, search, hash } = new URL(mailLink(address))
    assert.deepEqual([decodeURIComponent(pathname), search, hash], [address, '', ''])
    assert.doesNotMatch(pathname, /,/)
  }
})
