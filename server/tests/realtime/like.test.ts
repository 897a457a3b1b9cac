import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { constantFrom, sample, string, tuple } from 'fast-check'
import { matchesPattern } from '../../src/realtime/changes/like.ts'
import { productDatabase } from '../support/test-database.ts'

const { pool } = await productDatabase()

const letters = constantFrom('a', 'b', '%', '_', '\\', 'ü')
const text = string({ unit: letters, maxLength: 8 })
// A pattern that ends in a single backslash is none to PostgreSQL.
const pattern = text.filter((given) => !/(?:^|[^\\])(?:\\\\)*\\$/u.test(given))

suite('a pattern of a filter', () => {
  test('means what it means to PostgreSQL', async () => {
    const pairs = sample(tuple(text, pattern), 2000)
    const { rows } = await pool.query<{ fits: boolean }>(
      'select value like pattern as fits from unnest($1::text[], $2::text[]) with ordinality as p(value, pattern, at) order by at',
      [pairs.map(([value]) => value), pairs.map(([, given]) => given)],
    )
    for (const [at, [value, given]] of pairs.entries()) {
      assert.equal(matchesPattern(value, given), rows[at]?.fits, `${value} like ${given}`)
    }
  })

  test('that is meant to keep the server busy does not', () => {
    const begun = performance.now()
    assert.equal(matchesPattern('a'.repeat(4000), `${'%a'.repeat(1000)}b`), false)
    assert.ok(performance.now() - begun < 1000)
  })
})
