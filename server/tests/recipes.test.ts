// What CONTRIBUTING.md tells people to write, done as it stands there.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import type { Pool } from '../src/database/database.ts'
import { productOf, start } from './functions/made-up-product.ts'
import { productDatabase } from './support/test-database.ts'

const page = await readFile('CONTRIBUTING.md', 'utf8')
const recipes = page.slice(page.indexOf('## Ten lines each'))
const blocks = (language: string) =>
  [...recipes.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )

suite('the recipes of CONTRIBUTING.md', () => {
  test('make a table that its owner uses, others do not see, and the lints accept', async () => {
    const { pool } = await productDatabase()
    const [migration = '', code = ''] = blocks('sql')
    await pool.query(`begin; ${migration}; commit`)
    await pool.query(code)
    for await (const lint of glob('supabase/lint/*.sql')) {
      assert.deepEqual((await pool.query(await readFile(lint, 'utf8'))).rows, [], lint)
    }
    const own = await addFacility(pool)
    const other = await addFacility(pool)
    const add = `insert into public.tool_sheds (facility_id, name) values ('${own}', 'North')`
    const sees = 'select from public.tool_sheds'
    assert.equal((await askAs(pool, own, add)).rowCount, 1)
    assert.equal((await askAs(pool, own, sees)).rowCount, 1)
    assert.equal((await askAs(pool, other, sees)).rowCount, 0)
    await assert.rejects(askAs(pool, other, add), { code: '42501' })
  })

  test('make an endpoint that answers, and refuses what it cannot use', async () => {
    const [text = ''] = blocks('ts')
    const { port } = await start(await productOf({ 'tool-price': { 'index.ts': text } }))
    const at = `http://127.0.0.1:${port}/functions/v1/tool-price`
    assert.deepEqual(await (await fetch(`${at}?tool=saw`)).json(), { tool: 'saw', price: 12 })
    assert.equal((await fetch(at)).status, 400)
  })

  test('show the page of a screen as it is, which the routes, the menu and its guard name', async () => {
    const [text] = blocks('tsx')
    assert.equal(text, await readFile('web/src/app/routes/admin/mails.tsx', 'utf8'))
    for (const [file, line] of [
      ['web/src/app/routes.ts', "route('mails', 'routes/admin/mails.tsx')"],
      ['web/src/app/shell/navigation.ts', "to: '/admin/mails'"],
      ['tests/e2e/guard.e2e.ts', "'/admin/mails': ['admin']"],
    ] as const) {
      assert.ok((await readFile(file, 'utf8')).includes(line), file)
    }
  })
})

async function addFacility(pool: Pool) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
     select id, id || '@example.test', '{"role":"facility"}',
       '{"full_name":"A facility","company_name":"A facility"}', now()
     from gen_random_uuid() as id
     returning id`,
  )
  return rows[0]?.id ?? ''
}

async function askAs(pool: Pool, sub: string, statement: string) {
  const claims = JSON.stringify({ sub, role: 'authenticated' })
  const client = await pool.connect()
  try {
    await client.query("begin; set local search_path = ''; set local role authenticated")
    await client.query("select set_config('request.jwt.claims', $1, true)", [claims])
    const answer = await client.query(statement)
    await client.query('commit')
    return answer
  } finally {
    client.release(true)
  }
}
