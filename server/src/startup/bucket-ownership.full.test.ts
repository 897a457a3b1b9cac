import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { refuse } from '../../../tests/support/s3/s3-server.ts'
import { temporaryFolder } from '../../tests/support/app.ts'
import { hasFile, openBucket } from '../../tests/support/stores.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { openS3Store } from '../files/s3-store.ts'
import { checkBucket, checkNoBucket } from './bucket-ownership.ts'

async function insertRow(
  pool: Awaited<ReturnType<typeof productDatabase>>['pool'],
  version: string,
) {
  await pool.query(
    `insert into storage.objects (bucket_id, name, version) values ('documents', $1, $1)`,
    [version],
  )
}

suite('a bucket', () => {
  test('belongs to its database on all servers', async () => {
    const { pool } = await productDatabase()
    const { files, service, folder } = await openBucket()
    await Promise.all([1, 2, 3].map(() => checkBucket(pool, files, 'b')))
    await checkBucket(pool, files, 'b')
    assert.deepEqual([...service.objects.keys()], ['.owner'])
    assert.deepEqual(await readdir(join(folder, 'files', '.incoming')), [])
    await assert.rejects(checkNoBucket(pool), /are in a bucket\. Set S3_BUCKET/)
  })

  test('that belongs to another database is refused and not changed', async () => {
    const [{ pool }, otherDatabase] = [await productDatabase(), await productDatabase()]
    const { files, service } = await openBucket()
    await checkBucket(pool, files, 'b')
    await assert.rejects(checkBucket(otherDatabase.pool, files, 'b'), /belongs to another database/)
    await checkNoBucket(otherDatabase.pool)
    service.objects.delete('.owner')
    await checkBucket(otherDatabase.pool, files, 'b')
    await assert.rejects(checkBucket(pool, files, 'b'), /belongs to another database/)
  })

  test('is refused to a copy of its database until the copy replaces the original', async () => {
    const [{ pool }, copiedDatabase] = [await productDatabase(), await productDatabase()]
    const { files, service } = await openBucket()
    await checkBucket(pool, files, 'b')
    const { rows } = await pool.query<{ name: string; value: string }>(
      "select name, value from private.settings where name like 'files_bucket%'",
    )
    for (const { name, value } of rows) {
      await copiedDatabase.pool.query(
        'insert into private.settings (name, value) values ($1, $2)',
        [name, value],
      )
    }
    await assert.rejects(
      checkBucket(copiedDatabase.pool, files, 'b'),
      /belongs to the database from which this one was copied/,
    )
    await checkBucket(pool, files, 'b')
    service.objects.delete('.owner')
    for (let attempt = 1; attempt <= 2; attempt += 1)
      await checkBucket(copiedDatabase.pool, files, 'b')
    await assert.rejects(checkBucket(pool, files, 'b'), /belongs to another database/)
  })

  test('that was claimed before databases stored their identity keeps its owner', async () => {
    const { pool } = await productDatabase()
    const { files } = await openBucket()
    await checkBucket(pool, files, 'b')
    await pool.query("delete from private.settings where name = 'files_bucket_of'")
    for (let attempt = 1; attempt <= 2; attempt += 1) await checkBucket(pool, files, 'b')
  })

  test('without the files of the database is refused until they are copied', async () => {
    const { pool } = await productDatabase()
    const { files, storeFile } = await openBucket()
    await insertRow(pool, randomUUID())
    await assert.rejects(checkBucket(pool, files, 'b'), /are not in the bucket b\. Copy them/)
    await checkNoBucket(pool)
    await insertRow(pool, await storeFile())
    await checkBucket(pool, files, 'b')
  })

  test('with files is refused for a database without files, and not changed', async () => {
    const { pool } = await productDatabase()
    const { files, storeFile, service } = await openBucket()
    const version = await storeFile()
    await assert.rejects(
      checkBucket(pool, files, 'b'),
      /has files that this database does not list/,
    )
    await checkNoBucket(pool)
    assert.equal(await hasFile(files, version), true)
    assert.equal(service.objects.size, 1)
    await files.remove(version)
    await checkBucket(pool, files, 'b')
  })

  test('that cannot be written, read or cleaned is refused at the start', async () => {
    const { pool } = await productDatabase()
    const { files, service, bucket } = await openBucket()
    const storeWithWrongKey = await openS3Store({ ...bucket, key: 'x' }, await temporaryFolder())
    await assert.rejects(checkBucket(pool, storeWithWrongKey, 'b'), {
      message:
        'The bucket b cannot be used. The S3 service refused: 403 SignatureDoesNotMatch SignatureDoesNotMatch',
    })
    storeWithWrongKey.close()
    const unreachableBucket = { ...bucket, endpoint: 'http://127.0.0.1:9' }
    const unreachableStore = await openS3Store(unreachableBucket, await temporaryFolder())
    await assert.rejects(
      checkBucket(pool, unreachableStore, 'b'),
      /cannot be used\. .*ECONNREFUSED/,
    )
    unreachableStore.close()
    for (const method of ['PUT', 'GET', 'DELETE']) {
      service.failWith((request, response) => {
        if (request.method === method) refuse(response, 'AccessDenied', 403)
        return request.method === method
      })
      await assert.rejects(checkBucket(pool, files, 'b'), /cannot be used\..*AccessDenied/, method)
    }
    await checkNoBucket(pool)
  })
})
