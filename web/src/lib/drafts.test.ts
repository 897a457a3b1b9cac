import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { draftKey, forgetDraft, forgetDrafts, readDraft, writeDraft } from './drafts.ts'

const mine = draftKey('ana', 'post-job')
const others = draftKey('ben', 'post-job')

beforeEach(() => sessionStorage.clear())

test('a draft is restored until it is forgotten', () => {
  writeDraft(mine, { title: 'Boiler', kinds: ['a', 'b'] })
  assert.deepEqual(readDraft(mine), { title: 'Boiler', kinds: ['a', 'b'] })
  assert.equal(readDraft(others), null)
  forgetDraft(mine)
  assert.equal(readDraft(mine), null)
})

test('users find only their own drafts, and none remain after they log out', () => {
  sessionStorage.setItem('elsewhere', 'stays')
  writeDraft(mine, 'Boiler')
  writeDraft(others, 'Roof')
  forgetDrafts({ except: 'ana' })
  assert.deepEqual([readDraft(mine), readDraft(others)], ['Boiler', null])
  forgetDrafts()
  assert.equal(readDraft(mine), null)
  assert.equal(sessionStorage.getItem('elsewhere'), 'stays')
})

test('a draft that cannot be stored or read is ignored without a failure', () => {
  sessionStorage.setItem(mine, '{')
  assert.equal(readDraft(mine), undefined)
  writeDraft(others, 'x'.repeat(20_000_000))
  assert.equal(readDraft(others), null)
})
