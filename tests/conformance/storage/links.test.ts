// A link opens what it was made for, for as long as it was made for.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ask } from '../support/ask.ts'
import { declined, done, pathOf, pdf, refusedWith, stored } from '../support/files.ts'
import { actor } from '../support/market.ts'
import { secrets } from '../support/target.ts'
import { now, sharedSecretToken, tokenFor } from '../support/tokens.ts'

const kim = await actor('consultant')
const documents = kim.client.storage.from('documents')

suite('a link', () => {
  test('that was changed, has expired or is for something else opens nothing', async () => {
    const path = await stored(kim, 'resume')
    const other = await stored(kim, 'resume')
    const { signedUrl } = await done(documents.createSignedUrl(path, 60))
    const token = new URL(signedUrl).searchParams.get('token') ?? ''
    const [head = '', , signature = ''] = token.split('.')
    const open = (at: string, given: string) =>
      ask(`/storage/v1/object/sign/documents/${at}?token=${given}`)
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
      refusedWith(await open(at ?? '', bad ?? ''), 400, 'InvalidJWT')
    }
    refusedWith(await ask(`/storage/v1/object/sign/documents/${path}`), 400, 'InvalidRequest')
  })

  test('expires', async () => {
    const path = await stored(kim, 'resume')
    const { signedUrl } = await done(documents.createSignedUrl(path, 1))
    const ended = Date.now() + 30_000
    let response = await fetch(signedUrl)
    while (response.status === 200 && Date.now() < ended) response = await fetch(signedUrl)
    assert.equal(response.status, 400)
    assert.deepEqual(await response.json(), {
      statusCode: '400',
      error: 'InvalidJWT',
      message: 'This link has expired.',
    })
  })

  test('to read is none to write, and neither is a session', async () => {
    const path = await stored(kim, 'resume')
    const { signedUrl } = await done(documents.createSignedUrl(path, 60))
    const toRead = new URL(signedUrl).searchParams.get('token') ?? ''
    const { token: toWrite } = await done(documents.createSignedUploadUrl(path, { upsert: true }))
    await declined(
      documents.uploadToSignedUrl(path, toRead, pdf, { contentType: 'application/pdf' }),
      400,
    )
    refusedWith(
      await ask(`/storage/v1/object/sign/documents/${path}?token=${toWrite}`),
      400,
      'InvalidJWT',
    )
    for (const token of [toRead, toWrite]) {
      const headers = { apikey: secrets.anonKey, authorization: `Bearer ${token}` }
      for (const at of ['/rest/v1/profiles', '/storage/v1/bucket', '/auth/v1/user']) {
        const { status } = await ask(at, { headers })
        assert.ok([401, 403].includes(status), `${at} ${status}`)
      }
    }
  })

  test('to write is for one name', async () => {
    const path = pathOf(kim, 'resume', 'pdf')
    const { token } = await done(documents.createSignedUploadUrl(path))
    const elsewhere = pathOf(kim, 'resume', 'pdf')
    await declined(
      documents.uploadToSignedUrl(elsewhere, token, pdf, { contentType: 'application/pdf' }),
      400,
    )
  })
})
