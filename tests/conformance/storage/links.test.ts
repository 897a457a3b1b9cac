// Checks that a signed link opens one file only, and only until the link expires.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest } from '../support/http-request.ts'
import { withToken } from '../support/clients.ts'
import { insertSession, query } from '../support/database.ts'
import {
  expectStorageError,
  expectData,
  pathOf,
  pdf,
  expectRefusal,
  statusIn,
  uploadFile,
} from '../support/files.ts'
import { createActor } from '../support/market.ts'
import { secrets } from '../support/target.ts'
import { now, sharedSecretToken, tokenFor } from '../support/tokens.ts'

const kim = await createActor('consultant')
const documents = kim.client.storage.from('documents')

function openLink(link: string) {
  const { pathname, search } = new URL(link)
  return sendRequest(pathname + search)
}

suite('a link', () => {
  test('is refused if it was changed, has expired or is for another file', async () => {
    const path = await uploadFile(kim, 'certification')
    const other = await uploadFile(kim, 'resume')
    const { signedUrl } = await expectData(documents.createSignedUrl(path, 60))
    const token = new URL(signedUrl).searchParams.get('token') ?? ''
    const [head = '', , signature = ''] = token.split('.')
    const open = (at: string, linkToken: string) =>
      sendRequest(`/storage/v1/object/sign/documents/${at}?token=${linkToken}`)
    assert.equal((await open(path, token)).status, 200)
    const claims = { url: `documents/${path}`, exp: now() + 60 }
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url')
    for (const [at, bad] of [
      [other, token],
      [path, `${head}.${changed}.${signature}`],
      [path, token.slice(0, -3)],
      [path, ''],
      [path, 'a.b.c'],
      [path, sharedSecretToken(claims)],
      [path, tokenFor(kim.id)],
      [path, secrets.serviceRoleKey],
    ]) {
      expectRefusal(await open(at ?? '', bad ?? ''), 400, 'InvalidSignature')
    }
    expectRefusal(
      await sendRequest(`/storage/v1/object/sign/documents/${path}`),
      400,
      'InvalidRequest',
    )
  })

  test('opens its own object, and not a later one of the same name', async () => {
    const path = await uploadFile(kim, 'resume')
    const { signedUrl } = await expectData(documents.createSignedUrl(path, 60))
    await expectData(
      documents.update(path, Buffer.concat([pdf, pdf]), { contentType: 'application/pdf' }),
    )
    assert.equal((await fetch(signedUrl)).status, 200)
    await expectData(documents.remove([path]))
    expectRefusal(await openLink(signedUrl), 404, 'not_found')
    await expectData(documents.upload(path, pdf, { contentType: 'application/pdf' }))
    expectRefusal(await openLink(signedUrl), 400, 'InvalidSignature')
  })

  test('opens only files that its creator may still see', async () => {
    const hiddenConsultant = await createActor('consultant')
    const path = await uploadFile(hiddenConsultant, 'resume')
    const reader = await createActor('facility')
    const createBothLinks = async ({ storage }: typeof kim.client) => {
      const own = storage.from('documents')
      const { signedUrl } = await expectData(own.createSignedUrl(path, 3600))
      const [many] = await expectData(own.createSignedUrls([path], 3600))
      return [signedUrl, many?.signedUrl ?? '']
    }
    const [readerLinks, own] = [
      await createBothLinks(reader.client),
      await createBothLinks(hiddenConsultant.client),
    ]
    const statuses = (links: string[]) =>
      Promise.all(links.map(async (link) => statusIn(await openLink(link))))
    assert.deepEqual(await statuses([...readerLinks, ...own]), [200, 200, 200, 200])
    await hiddenConsultant.client
      .from('profiles')
      .update({ is_hidden: true })
      .eq('id', hiddenConsultant.id)
      .throwOnError()
    assert.deepEqual(await statuses([...readerLinks, ...own]), [404, 404, 200, 200])
  })

  test("to another user's file ends with the session, to the user's own it does not", async () => {
    const path = await uploadFile(kim, 'resume')
    const reader = await createActor('facility')
    const linkOf = async (id: string) => {
      const session_id = await insertSession(id)
      const { storage } = withToken(tokenFor(id, { session_id }))
      const { signedUrl } = await expectData(storage.from('documents').createSignedUrl(path, 3600))
      assert.equal((await fetch(signedUrl)).status, 200)
      await query('delete from auth.sessions where id = $1', [session_id])
      return signedUrl
    }
    assert.equal((await fetch(await linkOf(reader.id))).status, 401)
    assert.equal((await fetch(await linkOf(kim.id))).status, 200)
  })

  test('expires', async () => {
    const path = await uploadFile(kim, 'resume')
    const { signedUrl } = await expectData(documents.createSignedUrl(path, 1))
    const ended = Date.now() + 30_000
    let response = await fetch(signedUrl)
    while (response.status === 200 && Date.now() < ended) response = await fetch(signedUrl)
    assert.equal(response.status, 400)
    assert.deepEqual(await response.json(), {
      statusCode: '400',
      error: 'InvalidJWT',
      message: 'This link has expired.',
      code: 'InvalidJWT',
    })
  })

  test('for reading cannot write, and neither can a session token', async () => {
    const path = await uploadFile(kim, 'resume')
    const { signedUrl } = await expectData(documents.createSignedUrl(path, 60))
    const readToken = new URL(signedUrl).searchParams.get('token') ?? ''
    const { token: writeToken } = await expectData(
      documents.createSignedUploadUrl(path, { upsert: true }),
    )
    await expectStorageError(
      documents.uploadToSignedUrl(path, readToken, pdf, { contentType: 'application/pdf' }),
      400,
    )
    expectRefusal(
      await sendRequest(`/storage/v1/object/sign/documents/${path}?token=${writeToken}`),
      400,
      'InvalidSignature',
    )
    for (const token of [readToken, writeToken]) {
      const headers = { apikey: secrets.anonKey, authorization: `Bearer ${token}` }
      for (const at of ['/rest/v1/profiles', '/storage/v1/bucket', '/auth/v1/user']) {
        const { status } = await sendRequest(at, { headers })
        assert.ok([401, 403].includes(status), `${at} ${status}`)
      }
    }
  })

  test('for writing works for one name', async () => {
    const path = pathOf(kim, 'resume', 'pdf')
    const { token } = await expectData(documents.createSignedUploadUrl(path))
    const elsewhere = pathOf(kim, 'resume', 'pdf')
    await expectStorageError(
      documents.uploadToSignedUrl(elsewhere, token, pdf, { contentType: 'application/pdf' }),
      400,
    )
  })
})
