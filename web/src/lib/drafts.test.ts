import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { draftKey, forgetDraft, forgetDrafts, readDraft, writeDraft } from './drafts.ts'

const ownKey = draftKey('ana', 'post-job')
const otherKey = draftKey('ben', 'post-job')

beforeEach(() => sessionStorage.clear())

test('a draft is restored until it is forgotten', () => {
  writeDraft(ownKey, { title: 'Boiler', kinds: ['a', 'b'] })
  assert.deepEqual(readDraft(ownKey), { title: 'Boiler', kinds: ['a', 'b'] })
  assert.equal(readDraft(otherKey), null)
  forgetDraft(ownKey)
  assert.equal(readDraft(ownKey), null)
})

test('users find only their own drafts, and none remain after they log out', () => {
  sessionStorage.setItem('elsewhere', 'stays')
  writeDraft(ownKey, 'Boiler')
  writeDraft(otherKey, 'Roof')
  forgetDrafts({ except: 'ana' })
  assert.deepEqual([readDraft(ownKey), readDraft(otherKey)], ['Boiler', null])
  forgetDrafts()
  assert.equal(readDraft(ownKey), null)
  assert.equal(sessionStorage.getItem('elsewhere'), 'stays')
})

test('a draft that cannot be stored or read is ignored without a failure', () => {
  sessionStorage.setItem(ownKey, '{')
  assert.equal(readDraft(ownKey), undefined)
  writeDraft(otherKey, 'x'.repeat(20_000_000))
  assert.equal(readDraft(otherKey), null)
})
