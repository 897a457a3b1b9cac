import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'

/** Creates a definer with two parameters, exposes it under the signature, and rolls back. */
async function expose(signature: string) {
  const { pool } = await database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`create function app.echo(a text, b integer) returns text
      language sql security definer set search_path = '' as 'select a || b'`)
    await client.query('select app.expose($1, $2)', [signature, 'Returns its input.'])
    const { rows } = await client.query<{ echo: string }>(`select public.echo('seven', 7)`)
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const database = productDatabase()

suite('a procedure that app.expose creates', () => {
  test('calls its definer', async () => {
    assert.deepEqual(await expose('echo(first text, second integer default 1)'), [
      { echo: 'seven7' },
    ])
  })

  for (const [fault, signature] of [
    ['a parameter more', 'echo(first text, second integer, third text)'],
    ['parameters of other types', 'echo(first text, second smallint)'],
  ] as const) {
    test(`is refused with ${fault} than its definer has`, async () => {
      await assert.rejects(expose(signature), /^error: The parameters of public\.echo\(/)
    })
  }
})
