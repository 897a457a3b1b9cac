// Follows the recipes of CONTRIBUTING.md in a copy of the application, and checks the result.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { suite, test } from 'node:test'
import { readRelease } from '../src/postgres/release/release.ts'
import { signedIn, startApp, temporaryFolder } from './support/app.ts'
import { describeTypes } from './support/describe-types.ts'
import { apply, silentLog, snapshot } from './support/release.ts'
import { productDatabase } from './support/test-database.ts'

const page = await readFile('CONTRIBUTING.md', 'utf8')
const recipes = page.slice(page.indexOf('## Recipes'), page.indexOf('## Commits'))

/** Maps a path to the code block after it, whose language is the path's extension. */
const codeBlocks = new Map(
  [...recipes.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ index, 1: kind, 2: text = '' }) => {
    const paths = pathsIn(recipes.slice(0, index)).filter((path) => extname(path) === `.${kind}`)
    return [paths.at(-1) ?? '', text]
  }),
)

function pathsIn(text: string) {
  return [...text.matchAll(/`((?:supabase|web|tests)\/[\w./-]+)`/g)].map(([, path = '']) => path)
}

/** Adds the code of the recipes to a copy of the application, and starts a server on an existing database. */
async function startWithRecipes() {
  const folder = await temporaryFolder()
  await cp('supabase', join(folder, 'supabase'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const [path, text] of codeBlocks) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const PRODUCT = join(folder, 'supabase')
  const shared = await productDatabase()
  await apply(shared.pool, await readRelease(PRODUCT))
  return startApp({ PRODUCT }, silentLog, { shared })
}

suite('the recipes of CONTRIBUTING.md', async () => {
  const { ask, pool, secrets } = await startWithRecipes()
  const sheds = '/rest/v1/tool_sheds'
  const renameShed = '/rest/v1/rpc/rename_tool_shed'

  // @covers operations.recipes
  test('make a table that its owner can use, and others can neither read nor write', async () => {
    const [owner, stranger] = [await addFacility(), await addFacility()]
    const shed = JSON.stringify({ facility_id: owner, name: 'North' })
    assert.equal((await askAs(owner, 'POST', shed)).status, 201)
    assert.match(
      (await askAs(owner)).body,
      /^\[\{"id":"\S+","facility_id":"\S+","name":"North"\}\]$/,
    )
    assert.equal((await askAs(stranger)).body, '[]')
    assert.match((await askAs(stranger, 'POST', shed)).body, /"code":"42501"/)
    assert.equal((await ask(sheds)).status, 401)
  })

  // @covers operations.recipes
  test('make a function that its owner can call, and nobody else', async () => {
    const [owner, stranger] = [await addFacility(), await addFacility()]
    await askAs(owner, 'POST', JSON.stringify({ facility_id: owner, name: 'South' }))
    const { rows } = await pool.query<{ id: string }>(
      'select id from public.tool_sheds where facility_id = $1',
      [owner],
    )
    const rename = (userId: string, name: string) =>
      askAs(userId, 'POST', JSON.stringify({ shed_id: rows[0]?.id, new_name: name }), renameShed)
    assert.match((await rename(owner, ' East ')).body, /"name":"East"/)
    assert.match((await rename(owner, ' ')).body, /"code":"text_missing"/)
    const refusal = await rename(stranger, 'Mine')
    assert.equal(refusal.status, 404)
    assert.match(refusal.body, /"code":"tool_shed_unknown"/)
  })

  test('make a table that the lints accept, and that is in the contract', async () => {
    for await (const lint of glob('supabase/lint/*.sql')) {
      assert.deepEqual((await pool.query(await readFile(lint, 'utf8'))).rows, [], lint)
    }
    assert.ok((await snapshot(pool)).some((line) => line.includes('tool_sheds_own')))
    const client = await pool.connect()
    assert.match(await describeTypes(client), /^ +tool_sheds: \{$/m)
    client.release()
  })

  // @covers operations.recipes
  test('make an endpoint that responds, and refuses invalid input', async () => {
    const response = await ask('/functions/v1/tool-price?tool=saw')
    assert.deepEqual(JSON.parse(response.body), { tool: 'saw', price: 12 })
    assert.equal((await ask('/functions/v1/tool-price')).status, 400)
  })

  // @covers operations.recipes
  test('show the current page of a screen, which the routes, the menu and its guard name', async () => {
    const file = 'web/src/app/routes/admin/mails.tsx'
    assert.equal(codeBlocks.get(file), await readFile(file, 'utf8'))
    for (const [path, line] of [
      ['web/src/app/routes.ts', "route('mails', 'routes/admin/mails.tsx')"],
      ['web/src/app/shell/navigation.tsx', "to: '/admin/mails'"],
      ['tests/e2e/guard.e2e.ts', "'/admin/mails': ['admin']"],
    ] as const) {
      assert.ok(recipes.includes(`\`${path}\``), path)
      assert.ok((await readFile(path, 'utf8')).includes(line), path)
    }
  })

  test('name existing files, and new files that do not exist', () => {
    const isNew = (path: string) => /tool-(sheds|price)/.test(path)
    for (const path of pathsIn(recipes)) assert.equal(existsSync(path), !isNew(path), path)
  })

  function askAs(userId: string, method = 'GET', body?: string, path = sheds) {
    const headers = { ...signedIn(secrets, userId), 'content-type': 'application/json' }
    return ask(path, { method, headers, ...(body ? { body } : {}) })
  }

  async function addFacility() {
    const { rows } = await pool.query<{ id: string }>(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       select id, id || '@example.test', '{"role":"facility"}',
         '{"full_name":"A facility","company_name":"A facility"}', now()
       from gen_random_uuid() as id
       returning id`,
    )
    return rows[0]?.id ?? ''
  }
})
