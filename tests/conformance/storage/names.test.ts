// Checks that an object's name in an unusual spelling never leads to another object.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest, serviceHeaders } from '../support/http-request.ts'
import { server } from '../support/clients.ts'
import { actorHeaders, expectStorageError, expectData, pdf, uploadFile } from '../support/files.ts'
import { createActor } from '../support/market.ts'

const kim = await createActor('consultant')
const documents = kim.client.storage.from('documents')

suite('a name', () => {
  const below = `documents/${kim.id}/resume`
  const names = [
    `${below}/%2e%2e/x.pdf`,
    `${below}/..%2fx.pdf`,
    `${below}/%2e%2e%2fx.pdf`,
    `${below}/%252e%252e%252fx.pdf`,
    `${below}/..%5cx.pdf`,
    `${below}/..;/x.pdf`,
    `${below}/%c0%ae%c0%ae/x.pdf`,
    `${below}/%00.pdf`,
    `${below}/x.pdf%00.png`,
    `${below}/x%0d%0aset-cookie.pdf`,
    `${below}//x.pdf`,
    `${below}/./x.pdf`,
    `${below}/x.pdf/`,
    `${below}/%ef%bc%8e%ef%bc%8e/x.pdf`,
    `documents/../user-files/${kim.id}/picture/x.pdf`,
    `documents/%2e%2e/secrets.json`,
    `..%2fdocuments/${kim.id}/resume/x.pdf`,
    `%2e%2e/documents/${kim.id}/resume/x.pdf`,
    `documents/${kim.id}/resume/${'x'.repeat(1100)}.pdf`,
    `documents//etc/passwd`,
    `documents/C:%5cwindows.pdf`,
  ]
  for (const name of names) {
    test(`${name.replace(kim.id, 'me').slice(0, 60)} reaches nothing`, async () => {
      for (const method of ['POST', 'PUT', 'GET', 'DELETE', 'HEAD']) {
        const body = method === 'POST' || method === 'PUT' ? { body: pdf } : {}
        const headers = { ...actorHeaders(kim), 'content-type': 'application/pdf' }
        for (const who of [headers, { ...serviceHeaders, 'content-type': 'application/pdf' }]) {
          const { status, text } = await sendRequest(`/storage/v1/object/${name}`, {
            method,
            headers: who,
            ...body,
          })
          assert.ok(status >= 400 && status < 500, `${method} ${status} ${text.slice(0, 100)}`)
        }
      }
    })
  }

  // @covers 3.files.own-folder
  test("outside of the users' folders is refused for users", async () => {
    for (const path of [
      'x.pdf',
      `${kim.id}/x.pdf`,
      `${kim.id}/diary/x.pdf`,
      `${kim.id}/resume/a/b.pdf`,
    ]) {
      await expectStorageError(documents.upload(path, pdf, { contentType: 'application/pdf' }), 403)
    }
  })

  test('is checked in bodies, too', async () => {
    const path = await uploadFile(kim, 'resume')
    await expectStorageError(documents.move(path, `${kim.id}/resume/../x.pdf`), 400)
    await expectStorageError(documents.copy(path, `${kim.id}/resume/%2e%2e/x.pdf`), 400)
    await expectStorageError(documents.copy('../../secrets.json', path), 400)
    assert.deepEqual(await expectData(documents.remove(['../../secrets.json', 'a\u0000b'])), [])
    const [row] = await expectData(documents.createSignedUrls(['../../secrets.json'], 60))
    assert.equal(row?.signedUrl, null)
  })

  for (const id of [
    'a/b',
    '..',
    '.',
    ' a',
    'a\\b',
    'x'.repeat(101),
    'ä',
    'sign',
    'public',
    'list-v2',
  ]) {
    test(`${id.slice(0, 9)} is refused as the name of a bucket`, async () => {
      await expectStorageError(server.storage.createBucket(id), 400)
    })
  }
})
