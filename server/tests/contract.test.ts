import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { readRelease } from '../src/postgres/release/release.ts'
import {
  checksumLine,
  checksumsFile,
  describeContract,
  extraTriggerLists,
} from './support/describe-contract.ts'

suite('the generated files match the SQL; otherwise run `npm run contract`', async () => {
  const contract = await describeContract()
  test('only folders with triggers have a list of triggers', async () => {
    assert.deepEqual(await extraTriggerLists(contract), [])
  })
  for (const [path, text] of Object.entries(contract)) {
    test(path, async () => {
      const written = await readFile(path, 'utf8')
      assert.deepEqual(text.split('\n'), written.split('\n'))
    })
  }
})

test('a list of triggers is extra if its folder has no triggers', async () => {
  const [first = '', ...others] = await extraTriggerLists({})
  assert.deepEqual(await extraTriggerLists({ [first]: '' }), others)
  assert.ok(others.length > 0)
})

test('a list of triggers names the file that defines each function', async () => {
  const paths = await Array.fromAsync(glob('supabase/code/**/triggers.md'))
  const lists = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  const triggers = lists.flatMap((list) => list.match(/^\d+\. .*$/gm) ?? [])
  assert.ok(triggers.length > 0)
  for (const trigger of triggers) {
    const [, routine = '', location] = / runs `(.+?)` in `(.+?)`$/.exec(trigger) ?? []
    assert.ok(location, trigger)
    const path = location.startsWith('server/') ? location : `supabase/code/${location}`
    const definition = new RegExp(`create (or replace )?function ${routine}\\(`)
    assert.match(await readFile(path, 'utf8'), definition, trigger)
  }
})

test('an existing migration is never changed or removed, because databases that ran it would not start', async () => {
  const { product } = await readRelease('supabase')
  const checksums = new Set(product?.migrations.map(checksumLine))
  for (const line of (await readFile(checksumsFile, 'utf8')).split('\n').filter(Boolean)) {
    assert.ok(checksums.has(line), `${line.split('  ')[1]}: restore its text, and write a new one.`)
  }
})
