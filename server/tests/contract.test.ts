import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { readRelease } from '../src/postgres/release/release.ts'
import { checksumLine, checksumsFile, describeContract } from './support/describe-contract.ts'

suite('the generated files match the SQL; otherwise run `npm run contract`', async () => {
  for (const [path, text] of Object.entries(await describeContract())) {
    test(path, async () => {
      const written = await readFile(path, 'utf8')
      assert.deepEqual(text.split('\n'), written.split('\n'))
    })
  }
})

test('an existing migration is never changed or removed, because databases that ran it would not start', async () => {
  const { product } = await readRelease('supabase')
  const checksums = new Set(product?.migrations.map(checksumLine))
  for (const line of (await readFile(checksumsFile, 'utf8')).split('\n').filter(Boolean)) {
    assert.ok(checksums.has(line), `${line.split('  ')[1]}: restore its text, and write a new one.`)
  }
})
