import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { silent } from '../../tests/support/release.ts'
import { has, hello, stores, textOf } from '../../tests/support/stores.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { PermanentFailure, RetryLater } from '../queue/errors.ts'
import { holdFileRemovals, removeUnusedFileHandler } from './remove-files.ts'
import { sweepFiles } from './sweep-files.ts'

for (const [kind, open] of stores) {
  suite(kind, () => {
    // @covers files.same-store
    test('returns a stored file, whole and in parts', async () => {
      const { files, keep } = await open()
      const version = await keep()
      const part = { start: 1, end: 3 }
      assert.equal(await textOf(await files.open(version, hello)), 'hello')
      assert.equal(await textOf(await files.open(version, { ...hello, range: part })), 'ell')
      assert.equal(await has(files, version), true)
      await files.remove(version)
      await files.remove(version)
      assert.equal(await files.open(version, hello), undefined)
      assert.equal(await files.open(version, { ...hello, range: part }), undefined)
      assert.equal(await has(files, version), false)
    })

    test('stores empty and large files', async () => {
      const { files, keep } = await open()
      const large = Buffer.alloc(20_000_000, 'abcdefghi')
      const [none, long] = [await keep(''), await keep(large)]
      assert.equal(await textOf(await files.open(none, { size: 0 })), '')
      const read = await (await files.open(long, { size: large.length }))?.toArray()
      assert.equal(Buffer.concat(read ?? []).equals(large), true)
    })

    test('opens only its own paths', async () => {
      const { files } = await open()
      for (const name of ['../secrets.json', '', 'a/b', `${randomUUID()}/..`, '/etc/passwd']) {
        await assert.rejects(async () => files.open(name, hello), /not the id of a file/)
        await assert.rejects(files.remove(name), /not the id of a file/)
      }
    })

    test('lists its files and reports missing ones', async () => {
      const { files, keep } = await open()
      const kept = await Promise.all(Array.from({ length: 5 }, () => keep()))
      const listed = (await Array.fromAsync(files.list())).flat()
      assert.deepEqual(listed.map(({ version }) => version).toSorted(), kept.toSorted())
      const gone = Array.from({ length: 3 }, () => randomUUID())
      const missing = await files.findMissing([...kept, ...gone].toSorted())
      assert.deepEqual(missing.toSorted(), gone.toSorted())
      assert.deepEqual(await files.findMissing([]), [])
    })
  })

  suite(`the sweep of ${kind}`, () => {
    test('removes only old files without a row', async () => {
      const { pool } = await productDatabase()
      const { files, pictures, keep, age } = await open()
      const [named, unnamed, young] = [await keep(), await keep(), await keep()]
      for (const version of [named, unnamed]) await age(version)
      const [left, onItsWay] = [files.incomingPath(), files.incomingPath()]
      await writeFile(left, 'x')
      await writeFile(onItsWay, 'x')
      await utimes(left, 0, 0)
      await pool.query(
        `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
        [named],
      )
      await sweepFiles({ pool, files, pictures, log: silent })
      assert.deepEqual(
        [await has(files, named), await has(files, unnamed), await has(files, young)],
        [true, false, true],
      )
      assert.equal(await files.removeIncoming(new Date(Date.now() + 1000)), 1)
    })
  })

  suite(`unreferenced files in ${kind}`, () => {
    test('are removed unless a row refers to them', async () => {
      const { pool } = await productDatabase()
      const { files, pictures, keep } = await open()
      const [named, unnamed] = [await keep(), await keep()]
      await pool.query(
        `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
        [named],
      )
      const work = removeUnusedFileHandler(pool, [files, pictures])
      for (const version of [named, unnamed, unnamed]) await work({ payload: { version } })
      assert.deepEqual([await has(files, named), await has(files, unnamed)], [true, false])
      await assert.rejects(work({ payload: { version: '../x' } }), PermanentFailure)
    })

    test('stay during a backup, and only one backup runs at a time', async () => {
      const { pool } = await productDatabase()
      const { files, pictures, keep, age } = await open()
      const version = await keep()
      await age(version)
      const work = removeUnusedFileHandler(pool, [files, pictures])
      const [backup, other] = [await pool.connect(), await pool.connect()]
      try {
        await holdFileRemovals(backup)
        await assert.rejects(work({ payload: { version } }), RetryLater)
        await sweepFiles({ pool, files, pictures, log: silent })
        assert.equal(await has(files, version), true)
        await assert.rejects(holdFileRemovals(other), /^Error: Another backup is being made\./)
      } finally {
        for (const connection of [backup, other]) connection.release(true)
      }
      await until(() =>
        work({ payload: { version } }).then(
          () => true,
          () => false,
        ),
      )
      assert.equal(await has(files, version), false)
    })
  })
}

suite('unreferenced files', () => {
  test('are recorded in the outbox by the database, also after changes by plain SQL', async () => {
    const { pool } = await productDatabase()
    const noted = async () => {
      const { rows } = await pool.query<{ version: string }>(
        `delete from private.outbox where kind = 'file' returning payload ->> 'version' as version`,
      )
      return rows.map(({ version }) => version)
    }
    const [one, other] = [randomUUID(), randomUUID()]
    await pool.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
      [one],
    )
    await pool.query("update storage.objects set name = 'b'")
    assert.deepEqual(await noted(), [])
    await pool.query('update storage.objects set version = $1', [other])
    assert.deepEqual(await noted(), [one])
    await pool.query('delete from storage.objects')
    assert.deepEqual(await noted(), [other])
  })
})
