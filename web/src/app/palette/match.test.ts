import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bestMatches, rankOf, splitAtMatch } from './match.ts'

test('the beginning of a title ranks before the beginning of a word, and this before other parts', () => {
  const items = ['Recoil spring', 'Spare coil', 'Coil of copper', 'Roof'].map((title) => ({
    title,
  }))
  const titles = bestMatches('coil', items).map(({ title }) => title)
  assert.deepEqual(titles, ['Coil of copper', 'Spare coil', 'Recoil spring'])
})

test('all words are found in any order, in the title or in further words, without accents and case', () => {
  assert.equal(rankOf('HVAC coil', 'Chilled water coil', 'HVAC'), 2)
  assert.equal(rankOf('mech', 'Kelly Brandt', 'Brandt Mechanical'), 2)
  assert.equal(rankOf('chan', 'Kelly Brandt', 'Brandt Mechanical'), undefined)
  assert.equal(rankOf('rene', 'René Dupont'), 0)
  assert.equal(rankOf('coil roof', 'Chilled water coil', 'HVAC'), undefined)
})

test('the first match of a title is marked as it is written', () => {
  assert.deepEqual(splitAtMatch('Chilled Coil', 'coil'), ['Chilled ', 'Coil', ''])
  assert.deepEqual(splitAtMatch('Chilled Coil', 'pump'), ['Chilled Coil', '', ''])
  assert.deepEqual(splitAtMatch('Chilled Coil', ''), ['Chilled Coil', '', ''])
})

test('with a worst rank of 1, items match only at the beginning of a word', () => {
  const items = [{ title: 'Consultants' }, { title: 'Audit log' }]
  assert.deepEqual(bestMatches('an', items, 1), [])
  assert.deepEqual(bestMatches('lo', items, 1), [{ title: 'Audit log' }])
})
