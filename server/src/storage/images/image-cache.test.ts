import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../../tests/support/app.ts'
import { silentLog } from '../../../tests/support/release.ts'
import { openFolder } from '../../../tests/support/stores.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { removeUnusedFileHandler } from '../../files/remove-files.ts'
import { sweepFiles } from '../../files/sweep-files.ts'
import { ImageCache } from './image-cache.ts'

const name = '20x20-cover-80.webp'

async function openCache(limitBytes?: number) {
  const folder = await temporaryFolder()
  const cache = new ImageCache(folder, limitBytes)
  const pathOf = (version: string, variant = name) =>
    join(folder, 'pictures', version.slice(0, 2), `${version}-${variant}`)
  const store = async (bytes: string, version: string = randomUUID(), variant = name) => {
    const file = join(folder, randomUUID())
    await writeFile(file, bytes)
    await cache.store(file, { version, name: variant })
    return version
  }
  const has = async (version: string, variant = name) =>
    (await cache.sizeOf({ version, name: variant })) !== undefined
  return { folder, cache, pathOf, store, has }
}

suite('cached images', () => {
  test('are complete or absent', async () => {
    const { folder, cache, pathOf, store } = await openCache()
    const version = await store('hello')
    assert.equal(await cache.sizeOf({ version, name }), 5)
    assert.equal(await readFile(pathOf(version), 'utf8'), 'hello')
    assert.equal(await cache.open({ version, name: 'other' }, undefined), undefined)
    await assert.rejects(cache.sizeOf({ version: '../x', name }), /not the id of a file/)
    assert.deepEqual(await readdir(folder), ['pictures'])
  })

  for (const { limitBytes, imageBytes } of [
    { limitBytes: 50_000, imageBytes: 15_000 },
    // Each variant takes a block of 4096 bytes.
    { limitBytes: 14_000, imageBytes: 300 },
  ]) {
    test(`of ${imageBytes} bytes stay within the limit, and the oldest are evicted first`, async () => {
      const { pathOf, store, has } = await openCache(limitBytes)
      const versions: string[] = []
      for (const ageSeconds of [40, 30, 20, 10]) {
        const version = await store('x'.repeat(imageBytes))
        const timeSeconds = Date.now() / 1000 - ageSeconds
        if (await has(version)) await utimes(pathOf(version), timeSeconds, timeSeconds)
        versions.push(version)
      }
      const present = await Promise.all(versions.map((version) => has(version)))
      assert.deepEqual(present, [false, true, true, true])
    })
  }

  test('are removed only with the version of the file that they belong to', async () => {
    const { pool } = await productDatabase()
    const { cache, store, has } = await openCache()
    const { files } = await openFolder()
    const [removed, kept] = [await store('a'), await store('b')]
    await store('c', removed, 'other')
    const removeFile = removeUnusedFileHandler(pool, [files, cache])
    await removeFile({ payload: { version: removed } })
    assert.deepEqual(
      [await has(removed), await has(removed, 'other'), await has(kept)],
      [false, false, true],
    )
  })

  test('without a file are removed once they are old', async () => {
    const { pool } = await productDatabase()
    const { cache, pathOf, store, has } = await openCache()
    const { files } = await openFolder()
    const [referenced, orphaned, recent] = [await store('a'), await store('b'), await store('c')]
    for (const version of [referenced, orphaned]) await utimes(pathOf(version), 0, 0)
    await pool.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
      [referenced],
    )
    await sweepFiles({ pool, files, pictures: cache, log: silentLog })
    assert.deepEqual(
      [await has(referenced), await has(orphaned), await has(recent)],
      [true, false, true],
    )
  })
})
