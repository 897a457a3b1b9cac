import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../tests/support/app.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { checkFilesFolder } from './open-files.ts'

suite('servers of one external database', () => {
  test('may share a folder for files, even if they start together', async () => {
    const { pool } = await productDatabase()
    const folder = await temporaryFolder()
    await Promise.all([1, 2, 3].map(() => checkFilesFolder(pool, folder)))
    await checkFilesFolder(pool, folder)
  })

  test('may not use different folders', async () => {
    const { pool } = await productDatabase()
    await checkFilesFolder(pool, await temporaryFolder())
    await assert.rejects(checkFilesFolder(pool, await temporaryFolder()), {
      message: /do not use the folder/,
    })
  })
})
