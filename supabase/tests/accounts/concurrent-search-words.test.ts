// Tests the search text of a user when two of its sources change at the same moment.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { runUntilBlocked } from '../support/run-until-blocked.ts'

const { pool } = await productDatabase()

async function createUser() {
  const id = randomUUID()
  await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, '{"role": "facility"}', '{"full_name": "Old name"}')`,
    [id, `${id}@old.example`],
  )
  const held = { statement: 'select from app.contacts where user_id = $1 for update', values: [id] }
  const step = (statement: string) => ({ statement, values: [id] })
  const rename = step("update public.profiles set full_name = 'New name' where id = $1")
  const move = step("update auth.users set email = id || '@new.example' where id = $1")
  const forget = step('update auth.users set deleted_at = now(), email = null where id = $1')
  const words = async () => {
    const found = 'select search_text as words from app.contacts where user_id = $1'
    return (await pool.query<{ words: string }>(found, [id])).rows[0]?.words
  }
  return { held, rename, move, forget, words }
}

suite('search words at the same moment', () => {
  test('a new name and a new address are both kept, whichever comes first', async () => {
    for (const order of ['name first', 'address first']) {
      const { held, rename, move, words } = await createUser()
      const steps = order === 'name first' ? [rename, move] : [move, rename]
      assert.deepEqual(await runUntilBlocked(pool, held, steps), ['done', 'done'], order)
      assert.match((await words()) ?? '', /new name\n\S+@new\.example/, order)
    }
  })

  test('a user who is deleted while being renamed is found by no address', async () => {
    for (const order of ['forgotten first', 'renamed first']) {
      const { held, rename, forget, words } = await createUser()
      const steps = order === 'forgotten first' ? [forget, rename] : [rename, forget]
      assert.deepEqual(await runUntilBlocked(pool, held, steps), ['done', 'done'], order)
      assert.doesNotMatch((await words()) ?? '', /@/, order)
    }
  })
})
