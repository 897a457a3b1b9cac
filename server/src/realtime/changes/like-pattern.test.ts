import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { constantFrom, sample, string, tuple } from 'fast-check'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { compileLikePattern } from './like-pattern.ts'

const { pool } = await productDatabase()

const characters = constantFrom('a', 'b', '%', '_', '\\', 'ü', '🙂')
const text = string({ unit: characters, maxLength: 8 })
const long = string({ unit: constantFrom('a', 'b', '🙂'), minLength: 30, maxLength: 100 })
// PostgreSQL rejects a pattern that ends in a single backslash.
const pattern = text.filter((patternText) => !/(?:^|[^\\])(?:\\\\)*\\$/u.test(patternText))
// Builds each long pattern from pieces of its text, so that the pattern often matches the text.
const longPair = tuple(long, long, text).map(([before, middle, after]): [string, string] => [
  before + middle + after,
  `%${middle.replaceAll('b', '_')}%${middle.slice(-40, -20)}%`,
])

suite('a pattern of a filter', () => {
  test('matches like PostgreSQL', async () => {
    const pairs = [...sample(tuple(text, pattern), 2000), ...sample(longPair, 300)]
    const { rows } = await pool.query<{ fits: boolean }>(
      'select value like pattern as fits from unnest($1::text[], $2::text[]) with ordinality as p(value, pattern, at) order by at',
      [pairs.map(([value]) => value), pairs.map(([, patternText]) => patternText)],
    )
    for (const [index, [value, patternText]] of pairs.entries()) {
      assert.equal(
        compileLikePattern(patternText)(value),
        rows[index]?.fits,
        `${value} like ${patternText}`,
      )
    }
  })

  test('that is designed to be slow is matched fast', () => {
    const value = 'a'.repeat(100_000)
    const slowPatterns = [`%${'a'.repeat(98)}b`, `%${'_a'.repeat(49)}b%`, `${'%a'.repeat(49)}b`]
    const startedAt = performance.now()
    for (const patternText of slowPatterns)
      assert.equal(compileLikePattern(patternText)(value), false)
    assert.ok(performance.now() - startedAt < 1000)
  })
})
