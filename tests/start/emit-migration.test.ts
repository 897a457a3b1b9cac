import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { runScript } from '../support/command.ts'
import { temporaryFolder } from '../support/server.ts'

suite('npm run emit-migration', () => {
  // @covers files.export
  test('writes one file of SQL, and never overwrites another', async () => {
    const file = join(await temporaryFolder(), 'mendwell.sql')
    const made = await runScript('emit-migration', [file], {})
    assert.equal(made.code, 0, made.output)
    const text = await readFile(file, 'utf8')
    assert.match(text, /^create table public\.jobs \(/m)
    assert.match(text, /^alter publication supabase_realtime add table public\.jobs;$/m)
    assert.doesNotMatch(text, /record_change|^grant .* on storage\./m)
    const again = await runScript('emit-migration', [file], {})
    assert.equal(again.code, 1)
    assert.match(again.output, /^Cannot use .*mendwell\.sql: something else stands there\.\n$/)
    assert.equal(await readFile(file, 'utf8'), text)
  })

  test('prints its usage', async () => {
    const { code, output } = await runScript('emit-migration', [], {})
    assert.equal(code, 1)
    assert.match(output, /^Name the file: npm run emit-migration -- /)
  })
})
