import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainLocaleMismatch } from './other-build.ts'

test('a build with the same locale provider and collation version is accepted', () => {
  const locale = { provider: 'b', recordedVersion: '1', actualVersion: '1' }
  assert.equal(explainLocaleMismatch(locale), undefined)
})

test('a build with another collation version, or without one, is refused', () => {
  const locale = { provider: 'b', recordedVersion: '1', actualVersion: '2' }
  assert.match(explainLocaleMismatch(locale) ?? '', /have version 2, and the data folder has 1\./)
  assert.match(explainLocaleMismatch({ ...locale, actualVersion: null }) ?? '', /version none/)
})

test('a data folder with another locale provider is refused', () => {
  const locale = { provider: 'i', recordedVersion: '153.80', actualVersion: '153.80' }
  assert.match(explainLocaleMismatch(locale) ?? '', /locale provider i instead of b/)
})
