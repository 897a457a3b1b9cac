import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { temporaryFolder } from '../../tests/support/app.ts'
import { openFolder } from '../../tests/support/stores.ts'
import { copyFolderStore } from './folder-store.ts'

async function countFiles(folder: string) {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

test('the folder has one file for each object and no temporary file', async () => {
  const { storeFile, folder } = await openFolder()
  const version = await storeFile()
  assert.deepEqual(await readdir(join(folder, 'files', version.slice(0, 2))), [version])
  assert.deepEqual(await readdir(join(folder, 'files', '.incoming')), [])
})

suite('a backup of the folder', () => {
  test('skips files that are removed meanwhile', async () => {
    const { folder, files, storeFile } = await openFolder()
    const versions = await Promise.all(Array.from({ length: 300 }, () => storeFile()))
    const copy = await temporaryFolder()
    const copying = copyFolderStore(folder, copy, new AbortController().signal)
    // When this folder exists, copyFolderStore has already listed the files that the test removes below.
    while (!existsSync(join(copy, 'files'))) await nextTurn()
    await Promise.all(versions.map((version) => files.remove(version)))
    await copying
    assert.ok((await countFiles(copy)) < versions.length)
  })
})
