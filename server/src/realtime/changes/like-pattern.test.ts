import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { constantFrom, sample, string, tuple } from 'fast-check'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { compileLikePattern } from './like-pattern.ts'

const { pool } = await productDatabase()

const letters = constantFrom('a', 'b', '%', '_', '\\', 'ü', '🙂')
const text = string({ unit: letters, maxLength: 8 })
const long = string({ unit: constantFrom('a', 'b', '🙂'), minLength: 30, maxLength: 100 })
// PostgreSQL rejects a pattern that ends in a single backslash.
const pattern = text.filter((given) => !/(?:^|[^\\])(?:\\\\)*\\$/u.test(given))
// Each long pattern is made from the text that it is tested on.
const longPair = tuple(long, long, text).map(([before, piece, after]): [string, string] => [
  before + piece + after,
  `%${piece.replaceAll('b', '_')}%${piece.slice(-40, -20)}%`,
])

suite('a pattern of a filter', () => {
  test('matches like PostgreSQL', async () => {
    const pairs = [...sample(tuple(text, pattern), 2000), ...sample(longPair, 300)]
    const { rows } = await pool.query<{ fits: boolean }>(
      'select value like pattern as fits from unnest($1::text[], $2::text[]) with ordinality as p(value, pattern, at) order by at',
      [pairs.map(([value]) => value), pairs.map(([, given]) => given)],
    )
    for (const [at, [value, given]] of pairs.entries()) {
      assert.equal(compileLikePattern(given)(value), rows[at]?.fits, `${value} like ${given}`)
    }
  })

  test('that is designed to be slow stays fast', () => {
    const value = 'a'.repeat(100_000)
    const given = [`%${'a'.repeat(98)}b`, `%${'_a'.repeat(49)}b%`, `${'%a'.repeat(49)}b`]
    const begun = performance.now()
    for (const one of given) assert.equal(compileLikePattern(one)(value), false)
    assert.ok(performance.now() - begun < 1000)
  })
})
