import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { draftKey, forgetDraft, forgetDrafts, readDraft, writeDraft } from './drafts.ts'

const mine = draftKey('ana', 'post-job')
const others = draftKey('ben', 'post-job')

beforeEach(() => sessionStorage.clear())

test('a draft is there again until it is forgotten', () => {
  writeDraft(mine, { title: ['Boiler'], kinds: ['a', 'b'], sound: [] })
  assert.deepEqual(readDraft(mine), { title: ['Boiler'], kinds: ['a', 'b'], sound: [] })
  assert.deepEqual(readDraft(others), {})
  forgetDraft(mine)
  assert.deepEqual(readDraft(mine), {})
})

test('who signs in finds only drafts of their own, and signing out leaves none', () => {
  sessionStorage.setItem('elsewhere', 'stays')
  writeDraft(mine, { title: ['Boiler'] })
  writeDraft(others, { title: ['Roof'] })
  forgetDrafts({ except: 'ana' })
  assert.deepEqual([readDraft(mine), readDraft(others)], [{ title: ['Boiler'] }, {}])
  forgetDrafts()
  assert.deepEqual(readDraft(mine), {})
  assert.equal(sessionStorage.getItem('elsewhere'), 'stays')
})

test('what is no draft is read as none', () => {
  for (const text of ['{', 'null', '3', '{"title":"Boiler"}']) {
    sessionStorage.setItem(mine, text)
    assert.deepEqual(readDraft(mine), {}, text)
  }
  sessionStorage.setItem(mine, '{"title":"Boiler","notes":["Soon",3]}')
  assert.deepEqual(readDraft(mine), { notes: ['Soon'] })
})
