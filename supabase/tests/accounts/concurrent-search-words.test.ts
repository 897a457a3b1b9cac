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
  const lockContact = {
    statement: 'select from app.contacts where user_id = $1 for update',
    values: [id],
  }
  const step = (statement: string) => ({ statement, values: [id] })
  const rename = step("update public.profiles set full_name = 'New name' where id = $1")
  const changeEmail = step("update auth.users set email = id || '@new.example' where id = $1")
  const deleteUser = step('update auth.users set deleted_at = now(), email = null where id = $1')
  const readSearchWords = async () => {
    const searchTextSql = 'select search_text as words from app.contacts where user_id = $1'
    return (await pool.query<{ words: string }>(searchTextSql, [id])).rows[0]?.words
  }
  return { lockContact, rename, changeEmail, deleteUser, readSearchWords }
}

suite('search words at the same moment', () => {
  test('a new name and a new address are both kept, whichever comes first', async () => {
    for (const order of ['name first', 'address first']) {
      const { lockContact, rename, changeEmail, readSearchWords } = await createUser()
      const steps = order === 'name first' ? [rename, changeEmail] : [changeEmail, rename]
      assert.deepEqual(await runUntilBlocked(pool, lockContact, steps), ['done', 'done'], order)
      assert.match((await readSearchWords()) ?? '', /new name\n\S+@new\.example/, order)
    }
  })

  test('a user who is deleted while being renamed is found by no address', async () => {
    for (const order of ['forgotten first', 'renamed first']) {
      const { lockContact, rename, deleteUser, readSearchWords } = await createUser()
      const steps = order === 'forgotten first' ? [deleteUser, rename] : [rename, deleteUser]
      assert.deepEqual(await runUntilBlocked(pool, lockContact, steps), ['done', 'done'], order)
      assert.doesNotMatch((await readSearchWords()) ?? '', /@/, order)
    }
  })
})
