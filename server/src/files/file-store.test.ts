import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { silentLog } from '../../tests/support/release.ts'
import { hasFile, helloFile, readText, stores } from '../../tests/support/stores.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { PermanentFailure, RetryLater } from '../queue/errors.ts'
import { holdFileRemovals, removeUnusedFileHandler } from './remove-files.ts'
import { sweepFiles } from './sweep-files.ts'

for (const [kind, openStore] of stores) {
  suite(kind, () => {
    // @covers files.same-store
    test('returns a stored file, whole and in parts', async () => {
      const { files, storeFile } = await openStore()
      const version = await storeFile()
      const range = { start: 1, end: 3 }
      assert.equal(await readText(await files.open(version, helloFile)), 'hello')
      assert.equal(await readText(await files.open(version, { ...helloFile, range })), 'ell')
      assert.equal(await hasFile(files, version), true)
      await files.remove(version)
      await files.remove(version)
      assert.equal(await files.open(version, helloFile), undefined)
      assert.equal(await files.open(version, { ...helloFile, range }), undefined)
      assert.equal(await hasFile(files, version), false)
    })

    test('stores empty and large files', async () => {
      const { files, storeFile } = await openStore()
      const large = Buffer.alloc(20_000_000, 'abcdefghi')
      const [emptyVersion, largeVersion] = [await storeFile(''), await storeFile(large)]
      assert.equal(await readText(await files.open(emptyVersion, { size: 0 })), '')
      const chunks = await (await files.open(largeVersion, { size: large.length }))?.toArray()
      assert.equal(Buffer.concat(chunks ?? []).equals(large), true)
    })

    test('refuses names that are not the id of a version', async () => {
      const { files } = await openStore()
      for (const name of ['../secrets.json', '', 'a/b', `${randomUUID()}/..`, '/etc/passwd']) {
        await assert.rejects(async () => files.open(name, helloFile), /not the id of a file/)
        await assert.rejects(files.remove(name), /not the id of a file/)
      }
    })

    test('lists its files and reports missing ones', async () => {
      const { files, storeFile } = await openStore()
      const versions = await Promise.all(Array.from({ length: 5 }, () => storeFile()))
      const listedFiles = (await Array.fromAsync(files.list())).flat()
      assert.deepEqual(listedFiles.map(({ version }) => version).toSorted(), versions.toSorted())
      const missingVersions = Array.from({ length: 3 }, () => randomUUID())
      const missing = await files.findMissing([...versions, ...missingVersions].toSorted())
      assert.deepEqual(missing.toSorted(), missingVersions.toSorted())
      assert.deepEqual(await files.findMissing([]), [])
    })
  })

  suite(`the sweep of ${kind}`, () => {
    test('removes only old files without a row', async () => {
      const { pool } = await productDatabase()
      const { files, pictures, storeFile, makeOld } = await openStore()
      const [referenced, orphaned, recent] = [
        await storeFile(),
        await storeFile(),
        await storeFile(),
      ]
      for (const version of [referenced, orphaned]) await makeOld(version)
      const [abandonedPath, activePath] = [files.incomingPath(), files.incomingPath()]
      await writeFile(abandonedPath, 'x')
      await writeFile(activePath, 'x')
      await utimes(abandonedPath, 0, 0)
      await pool.query(
        `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
        [referenced],
      )
      await sweepFiles({ pool, files, pictures, log: silentLog })
      assert.deepEqual(
        [
          await hasFile(files, referenced),
          await hasFile(files, orphaned),
          await hasFile(files, recent),
        ],
        [true, false, true],
      )
      assert.equal(await files.removeIncoming(new Date(Date.now() + 1000)), 1)
    })
  })

  suite(`unreferenced files in ${kind}`, () => {
    test('are removed unless a row refers to them', async () => {
      const { pool } = await productDatabase()
      const { files, pictures, storeFile } = await openStore()
      const [referenced, orphaned] = [await storeFile(), await storeFile()]
      await pool.query(
        `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
        [referenced],
      )
      const removeFile = removeUnusedFileHandler(pool, [files, pictures])
      for (const version of [referenced, orphaned, orphaned])
        await removeFile({ payload: { version } })
      assert.deepEqual(
        [await hasFile(files, referenced), await hasFile(files, orphaned)],
        [true, false],
      )
      await assert.rejects(removeFile({ payload: { version: '../x' } }), PermanentFailure)
    })

    test('stay during a backup, and only one backup runs at a time', async () => {
      const { pool } = await productDatabase()
      const { files, pictures, storeFile, makeOld } = await openStore()
      const version = await storeFile()
      await makeOld(version)
      const removeFile = removeUnusedFileHandler(pool, [files, pictures])
      const [backup, secondConnection] = [await pool.connect(), await pool.connect()]
      try {
        await holdFileRemovals(backup)
        await assert.rejects(removeFile({ payload: { version } }), RetryLater)
        await sweepFiles({ pool, files, pictures, log: silentLog })
        assert.equal(await hasFile(files, version), true)
        await assert.rejects(
          holdFileRemovals(secondConnection),
          /^Error: Another backup is being made\./,
        )
      } finally {
        for (const connection of [backup, secondConnection]) connection.release(true)
      }
      await until(() =>
        removeFile({ payload: { version } }).then(
          () => true,
          () => false,
        ),
      )
      assert.equal(await hasFile(files, version), false)
    })
  })
}

suite('unreferenced files', () => {
  test('are recorded in the outbox by the database, also after changes by plain SQL', async () => {
    const { pool } = await productDatabase()
    const takeOutboxVersions = async () => {
      const { rows } = await pool.query<{ version: string }>(
        `delete from private.outbox where kind = 'file' returning payload ->> 'version' as version`,
      )
      return rows.map(({ version }) => version)
    }
    const [firstVersion, secondVersion] = [randomUUID(), randomUUID()]
    await pool.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
      [firstVersion],
    )
    await pool.query("update storage.objects set name = 'b'")
    assert.deepEqual(await takeOutboxVersions(), [])
    await pool.query('update storage.objects set version = $1', [secondVersion])
    assert.deepEqual(await takeOutboxVersions(), [firstVersion])
    await pool.query('delete from storage.objects')
    assert.deepEqual(await takeOutboxVersions(), [secondVersion])
  })
})
