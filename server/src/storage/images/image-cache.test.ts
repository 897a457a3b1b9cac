import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../../tests/support/app.ts'
import { silent } from '../../../tests/support/release.ts'
import { openFolder } from '../../../tests/support/stores.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { removeUnusedFileHandler } from '../../files/remove-files.ts'
import { sweepFiles } from '../../files/sweep-files.ts'
import { ImageCache } from './image-cache.ts'

const name = '20x20-cover-80.webp'

async function openCache(mostBytes?: number) {
  const folder = await temporaryFolder()
  const cache = new ImageCache(folder, mostBytes)
  const pathOf = (version: string, of = name) =>
    join(folder, 'pictures', version.slice(0, 2), `${version}-${of}`)
  const keep = async (bytes: string, version: string = randomUUID(), of = name) => {
    const made = join(folder, randomUUID())
    await writeFile(made, bytes)
    await cache.store(made, { version, name: of })
    return version
  }
  const has = async (version: string, of = name) =>
    (await cache.sizeOf({ version, name: of })) !== undefined
  return { folder, cache, pathOf, keep, has }
}

suite('cached images', () => {
  test('are complete or absent', async () => {
    const { folder, cache, pathOf, keep } = await openCache()
    const version = await keep('hello')
    assert.equal(await cache.sizeOf({ version, name }), 5)
    assert.equal(await readFile(pathOf(version), 'utf8'), 'hello')
    assert.equal(await cache.open({ version, name: 'other' }, undefined), undefined)
    await assert.rejects(cache.sizeOf({ version: '../x', name }), /not the id of a file/)
    assert.deepEqual(await readdir(folder), ['pictures'])
  })

  for (const { most, size } of [
    { most: 50_000, size: 15_000 },
    // Each variant takes a block of 4096 bytes.
    { most: 14_000, size: 300 },
  ]) {
    test(`of ${size} bytes stay within the limit, and the oldest are evicted first`, async () => {
      const { pathOf, keep, has } = await openCache(most)
      const versions: string[] = []
      for (const age of [40, 30, 20, 10]) {
        const version = await keep('x'.repeat(size))
        const at = Date.now() / 1000 - age
        if (await has(version)) await utimes(pathOf(version), at, at)
        versions.push(version)
      }
      const left = await Promise.all(versions.map((version) => has(version)))
      assert.deepEqual(left, [false, true, true, true])
    })
  }

  test('are removed only with the version of the file that they belong to', async () => {
    const { pool } = await productDatabase()
    const { cache, keep, has } = await openCache()
    const { files } = await openFolder()
    const [gone, stays] = [await keep('a'), await keep('b')]
    await keep('c', gone, 'other')
    const forget = removeUnusedFileHandler(pool, [files, cache])
    await forget({ payload: { version: gone } })
    assert.deepEqual(
      [await has(gone), await has(gone, 'other'), await has(stays)],
      [false, false, true],
    )
  })

  test('without a file are removed once they are old', async () => {
    const { pool } = await productDatabase()
    const { cache, pathOf, keep, has } = await openCache()
    const { files } = await openFolder()
    const [named, unnamed, young] = [await keep('a'), await keep('b'), await keep('c')]
    for (const version of [named, unnamed]) await utimes(pathOf(version), 0, 0)
    await pool.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
      [named],
    )
    await sweepFiles({ pool, files, pictures: cache, log: silent })
    assert.deepEqual([await has(named), await has(unnamed), await has(young)], [true, false, true])
  })
})
