// Checks that a resume must be a PDF, and that a new resume replaces the older one.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as tus from 'tus-js-client'
import {
  actorHeaders,
  expectData,
  expectStorageError,
  namesIn,
  pathOf,
  pdf,
  png,
  uploadFile,
} from '../support/files.ts'
import { type Actor, createActor } from '../support/market.ts'
import { rowOf } from '../support/expect.ts'
import { secrets, target } from '../support/target.ts'

const image = await png()
const asPng = { contentType: 'image/png' }
const asPdf = { contentType: 'application/pdf' }

const newPath = (actor: Actor) => pathOf(actor, 'resume', 'pdf')
const documentsOf = ({ client }: Actor) => client.storage.from('documents')
const profileOf = ({ client, id }: Actor) =>
  rowOf(client.from('profiles').select('resume_url, documents').eq('id', id).single())

const resumesOf = ({ client, id }: Actor) => namesIn(client, 'documents', `${id}/resume/`)

/** Checks that the user has only this resume, and that the profile names it. */
async function assertOnlyResume(actor: Actor, path: string) {
  assert.deepEqual(await resumesOf(actor), [path])
  const documents = { resume: path, certifications: [] }
  assert.deepEqual(await profileOf(actor), { resume_url: path, documents })
}

async function uploadInParts(actor: Actor, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new tus.Upload(pdf, {
    endpoint: `${target.url}/storage/v1/upload/resumable`,
    headers: { ...actorHeaders(actor), apikey: secrets.anonKey },
    chunkSize: 40,
    retryDelays: null,
    metadata: { bucketName: 'documents', objectName: path, contentType: 'application/pdf' },
    onError: reject,
    onSuccess: () => resolve(),
  })
  upload.start()
  return promise
}

suite('a resume', () => {
  // @covers 5.documents.resume-pdf
  test('must be a PDF by its declared type and its bytes', async () => {
    const kim = await createActor('consultant')
    const documents = documentsOf(kim)
    await expectStorageError(documents.upload(pathOf(kim, 'resume', 'png'), image, asPng), 415)
    await expectStorageError(documents.upload(newPath(kim), image, asPdf), 415)
    await expectStorageError(documents.upload(newPath(kim), pdf, asPng), 415)
    const none = { resume_url: null, documents: { resume: null, certifications: [] } }
    assert.deepEqual(await profileOf(kim), none)
    const path = await uploadFile(kim, 'resume')
    await expectStorageError(documents.update(path, image, asPng), 415)
    await assertOnlyResume(kim, path)
  })
})

suite('a new resume replaces the older one', () => {
  const ways: Record<string, (actor: Actor, path: string) => Promise<unknown>> = {
    'an upload': (actor, path) => expectData(documentsOf(actor).upload(path, pdf, asPdf)),
    'a signed upload URL': async (actor, path) => {
      const { token } = await expectData(documentsOf(actor).createSignedUploadUrl(path))
      await expectData(documentsOf(actor).uploadToSignedUrl(path, token, pdf, asPdf))
    },
    'a resumable upload': uploadInParts,
  }
  // @covers 5.documents.one-resume
  for (const [way, store] of Object.entries(ways)) {
    test(`by ${way}`, async () => {
      const kim = await createActor('consultant')
      const [older, path] = [await uploadFile(kim, 'resume'), newPath(kim)]
      await store(kim, path)
      await assertOnlyResume(kim, path)
      await expectStorageError(documentsOf(kim).download(older), 404)
    })
  }

  test('by a copy of it, and a renamed resume stays the only one', async () => {
    const kim = await createActor('consultant')
    const [older, copy, renamed] = [await uploadFile(kim, 'resume'), newPath(kim), newPath(kim)]
    await expectData(documentsOf(kim).copy(older, copy))
    await assertOnlyResume(kim, copy)
    await expectData(documentsOf(kim).move(copy, renamed))
    await assertOnlyResume(kim, renamed)
    assert.equal(
      await (await expectData(documentsOf(kim).download(renamed))).text(),
      pdf.toString(),
    )
  })

  test('and of ten that are uploaded at once, one stays', async () => {
    const kim = await createActor('consultant')
    await Promise.all(Array.from({ length: 10 }, () => uploadFile(kim, 'resume')))
    const [path = ''] = await resumesOf(kim)
    await assertOnlyResume(kim, path)
  })

  test('and a refused one leaves it in place', async () => {
    const kim = await createActor('consultant')
    const path = await uploadFile(kim, 'resume')
    await expectStorageError(documentsOf(kim).upload(newPath(kim), image, asPdf), 415)
    await documentsOf(kim).createSignedUploadUrl(newPath(kim))
    await assertOnlyResume(kim, path)
    const blob = await expectData(documentsOf(kim).download(path))
    assert.equal(await blob.text(), pdf.toString())
  })
})
