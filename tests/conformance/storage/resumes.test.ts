// Checks the type of a resume, which is a PDF by its declared type and by its bytes.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { expectData, expectStorageError, pathOf, pdf, png } from '../support/files.ts'
import { createActor } from '../support/market.ts'
import { rowOf } from '../support/expect.ts'

const kim = await createActor('consultant')
const documents = kim.client.storage.from('documents')
const image = await png()

suite('a resume', () => {
  // @covers 5.documents.resume-pdf
  test('must be a PDF by its declared type and its bytes', async () => {
    const asPng = { contentType: 'image/png' }
    const asPdf = { contentType: 'application/pdf' }
    await expectStorageError(documents.upload(pathOf(kim, 'resume', 'png'), image, asPng), 415)
    await expectStorageError(documents.upload(pathOf(kim, 'resume', 'pdf'), image, asPdf), 415)
    await expectStorageError(documents.upload(pathOf(kim, 'resume', 'pdf'), pdf, asPng), 415)
    const profile = () =>
      rowOf(kim.client.from('profiles').select('resume_url').eq('id', kim.id).single())
    assert.deepEqual(await profile(), { resume_url: null })
    const path = pathOf(kim, 'resume', 'pdf')
    await expectData(documents.upload(path, pdf, asPdf))
    await expectStorageError(documents.update(path, image, asPng), 415)
    assert.deepEqual(await profile(), { resume_url: path })
  })
})
