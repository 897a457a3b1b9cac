import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedNewBucketId, isObjectName } from './names.ts'
import { routes } from './storage.ts'

test('a bucket cannot have a name that routes use', () => {
  const routeParts = routes.flatMap(({ path }) => {
    const [, root, first = '', second = ''] = path.split('/')
    if (root !== 'object') return []
    return first === 'info' ? [first, second] : [first]
  })
  const reservedNames = routeParts.filter(
    (part) => part !== '' && !part.startsWith(':') && part !== '*',
  )
  assert.ok(reservedNames.length > 8)
  for (const name of reservedNames)
    assert.throws(() => checkedNewBucketId(name), /cannot be named/, name)
  assert.equal(checkedNewBucketId('signs'), 'signs')
})

test('a name cannot hide a path or its extension behind unusual characters', () => {
  const lookalikePaths = [
    'a/．．/b',
    'a／..／b',
    '..／b',
    'a／／b',
    '／a',
    'a/％2e％2e/b',
    'a＼b',
    '．',
  ]
  const bidirectionalNames = '\u202a \u202b \u202c \u202d \u202e \u2066 \u2067 \u2068 \u2069'
    .split(' ')
    .map((mark) => `invoice${mark}fdp.exe`)
  for (const name of [...lookalikePaths, ...bidirectionalNames])
    assert.equal(isObjectName(name), false, encodeURIComponent(name))
  for (const name of [
    'a/b.pdf',
    'Ｒｅｓｕｍｅ.pdf',
    'é/ﬁle.pdf',
    'ملف/سيرة.pdf',
    '１／２.pdf',
    '50％.pdf',
  ]) {
    assert.equal(isObjectName(name), true, name)
  }
})
