import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mailLink } from './mail-link.ts'

test('a mailto link can contain an address in any script', () => {
  assert.equal(mailLink('vera@example.test'), 'mailto:vera@example.test')
  assert.equal(mailLink('vera+halls@example.test'), 'mailto:vera%2Bhalls@example.test')
  const { pathname } = new URL(mailLink('véra@пример.test'))
  assert.equal(decodeURIComponent(pathname), 'véra@пример.test')
})

test('an address cannot add recipients or text to the email', () => {
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
