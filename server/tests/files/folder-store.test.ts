import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { openFolderStore } from '../../src/files/folder-store.ts'
import { holdRemovals } from '../../src/files/removal-hold.ts'
import { removeUnused } from '../../src/files/remove-unused.ts'
import { sweep } from '../../src/files/sweep.ts'
import { NeverAgain } from '../../src/never-again.ts'
import { NotNow } from '../../src/not-now.ts'
import { temporaryFolder } from '../support/app.ts'
import { silent } from '../support/release.ts'
import { productDatabase } from '../support/test-database.ts'

async function open() {
  const folder = await temporaryFolder()
  const files = await openFolderStore(folder)
  const keep = async (content = 'hello') => {
    const [path, version] = [files.incoming(), randomUUID()]
    await writeFile(path, content)
    await files.keep(path, version)
    return version
  }
  const age = (...parts: string[]) => utimes(join(folder, 'files', ...parts), 0, 0)
  return { folder, files, keep, age }
}

async function textOf(stream: AsyncIterable<unknown> | undefined) {
  return stream
    ? Buffer.concat(await Array.fromAsync(stream, (part) => Buffer.from(String(part)))).toString()
    : undefined
}

suite('a folder of files', () => {
  test('gives back what it keeps, whole and in parts', async () => {
    const { files, keep, folder } = await open()
    const version = await keep()
    assert.equal(await textOf(await files.open(version)), 'hello')
    assert.equal(await textOf(await files.open(version, { start: 1, end: 3 })), 'ell')
    assert.equal(await files.has(version), true)
    assert.deepEqual(await readdir(join(folder, 'files', version.slice(0, 2))), [version])
    assert.deepEqual(await readdir(join(folder, 'files', '.incoming')), [])
    await files.remove(version)
    await files.remove(version)
    assert.equal(await files.open(version), undefined)
    assert.equal(await files.has(version), false)
  })

  test('knows no path but its own', async () => {
    const { files } = await open()
    for (const name of ['../secrets.json', '', 'a/b', `${randomUUID()}/..`, '/etc/passwd']) {
      await assert.rejects(async () => files.open(name), /not the id of a file/)
      await assert.rejects(files.remove(name), /not the id of a file/)
    }
  })
})

suite('the sweep', () => {
  test('takes what is old and unnamed, and nothing else', async () => {
    const { pool } = await productDatabase()
    const { files, keep, age } = await open()
    const [named, unnamed, young] = [await keep(), await keep(), await keep()]
    for (const version of [named, unnamed]) await age(version.slice(0, 2), version)
    const [left, onItsWay] = [files.incoming(), files.incoming()]
    await writeFile(left, 'x')
    await writeFile(onItsWay, 'x')
    await utimes(left, 0, 0)
    await pool.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
      [named],
    )
    await sweep({ pool, files, log: silent })
    assert.deepEqual(
      [await files.has(named), await files.has(unnamed), await files.has(young)],
      [true, false, true],
    )
    assert.equal(await files.removeIncoming(new Date(Date.now() + 1000)), 1)
  })
})

suite('bytes that no row names any more', () => {
  test('are noted by the database, whoever changes the row', async () => {
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

  test('are removed, unless a row does name them', async () => {
    const { pool } = await productDatabase()
    const { files, keep } = await open()
    const [named, unnamed] = [await keep(), await keep()]
    await pool.query(
      `insert into storage.objects (bucket_id, name, version) values ('documents', 'a', $1)`,
      [named],
    )
    const work = removeUnused(pool, files)
    for (const version of [named, unnamed, unnamed]) await work({ payload: { version } })
    assert.deepEqual([await files.has(named), await files.has(unnamed)], [true, false])
    await assert.rejects(work({ payload: { version: '../x' } }), NeverAgain)
  })

  test('stay while a backup is made, which is one at a time', async () => {
    const { pool } = await productDatabase()
    const { files, keep, age } = await open()
    const version = await keep()
    await age(version.slice(0, 2), version)
    const work = removeUnused(pool, files)
    const [backup, other] = [await pool.connect(), await pool.connect()]
    try {
      await holdRemovals(backup)
      await assert.rejects(work({ payload: { version } }), NotNow)
      await sweep({ pool, files, log: silent })
      assert.equal(await files.has(version), true)
      await assert.rejects(holdRemovals(other), /^Error: Another backup is being made\./)
    } finally {
      for (const connection of [backup, other]) connection.release(true)
    }
    await until(() =>
      work({ payload: { version } }).then(
        () => true,
        () => false,
      ),
    )
    assert.equal(await files.has(version), false)
  })
})
