// Checks what each role can do with the files of every role.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { sendRequest, headersWithToken, serviceHeaders } from '../support/http-request.ts'
import { clientOfUser, idOf, server, visitor } from '../support/clients.ts'
import { insertSession, query } from '../support/database.ts'
import {
  actorHeaders,
  visitorHeaders,
  bucketOf,
  expectServerOnly,
  expectStorageError,
  expectData,
  pathOf,
  pdf,
  png,
  expectRefusal,
  sendUpload,
  statusIn,
  uploadFile,
} from '../support/files.ts'
import { createActor, createActors, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor, consultant, rival } = await createActors()
const admin = { id: idOf('admin'), client: clientOfUser(idOf('admin')) }
const other = await createActor('facility')
const image = await png()

const job = await postJob(facility)
const photoPath = await uploadFile(facility, 'job-photo', 'png', image)
await facility.client
  .from('job_photos')
  .insert({ job_id: job, owner_id: facility.id, path: photoPath })
  .throwOnError()

const files = {
  picture: { path: await uploadFile(consultant, 'picture', 'png', image), bucket: 'user-files' },
  resume: { path: await uploadFile(consultant, 'resume'), bucket: 'documents' },
  certification: { path: await uploadFile(consultant, 'certification'), bucket: 'documents' },
  photo: { path: photoPath, bucket: 'documents' },
  loosePhoto: { path: await uploadFile(facility, 'job-photo', 'png', image), bucket: 'documents' },
}

const people = { facility, other, contractor, rival, consultant, admin }
const callers = {
  visitor: visitorHeaders,
  ...Object.fromEntries(Object.entries(people).map(([name, one]) => [name, actorHeaders(one)])),
  server: serviceHeaders,
}

const everybody = [
  'visitor',
  'facility',
  'other',
  'contractor',
  'rival',
  'consultant',
  'admin',
  'server',
]

suite('read access', () => {
  const readers: Record<keyof typeof files, string[]> = {
    picture: everybody,
    resume: ['facility', 'other', 'consultant', 'admin', 'server'],
    certification: ['facility', 'other', 'consultant', 'admin', 'server'],
    photo: ['facility', 'contractor', 'rival', 'admin', 'server'],
    loosePhoto: ['facility', 'admin', 'server'],
  }
  for (const [kind, { path, bucket }] of Object.entries(files)) {
    test(kind, async () => {
      for (const address of ['object', 'object/authenticated', 'object/info']) {
        const readable: string[] = []
        for (const [name, headers] of Object.entries(callers)) {
          const status = statusIn(
            await sendRequest(`/storage/v1/${address}/${bucket}/${path}`, { headers }),
          )
          if (status === 200) readable.push(name)
          else assert.equal(status, name === 'visitor' ? 403 : 404, `${name} ${address}`)
        }
        const expected = Object.entries(readers).find(([one]) => one === kind)?.[1]
        assert.deepEqual(readable, expected, address)
      }
    })

    test(`${kind}: only users with read access can create a link`, async () => {
      for (const [name, { client }] of Object.entries(people)) {
        const { data } = await client.storage.from(bucket).createSignedUrl(path, 60)
        const rows = await expectData(client.storage.from(bucket).createSignedUrls([path], 60))
        // Only the picture's owner and admins can create signed links, although the picture's URL is public.
        const isReader =
          kind === 'picture'
            ? ['consultant', 'admin'].includes(name)
            : Object.entries(readers).some(([one, list]) => one === kind && list.includes(name))
        assert.equal(data !== null, isReader, name)
        assert.equal(rows[0]?.signedUrl !== null, isReader, name)
      }
    })
  }

  test('the resume of a hidden consultant is only for their counterparts', async () => {
    const hiddenConsultant = await createActor('consultant')
    const path = await uploadFile(hiddenConsultant, 'resume')
    await hiddenConsultant.client
      .from('profiles')
      .update({ is_hidden: true })
      .eq('id', hiddenConsultant.id)
      .throwOnError()
    await expectStorageError(other.client.storage.from('documents').download(path), 404)
    await expectData(hiddenConsultant.client.storage.from('documents').download(path))
  })

  test('lists show only files that the user may see', async () => {
    const names = async (client: typeof visitor, folder: string) =>
      (await expectData(client.storage.from('documents').list(folder))).map(({ name }) => name)
    assert.deepEqual(await names(consultant.client, consultant.id), ['certification', 'resume'])
    assert.deepEqual(await names(rival.client, consultant.id), [])
    assert.deepEqual(await names(server, consultant.id), ['certification', 'resume'])
    await expectStorageError(visitor.storage.from('documents').list(consultant.id), 403)
  })
})

suite('write access', () => {
  for (const [kind, { path, bucket }] of Object.entries(files)) {
    const owner = kind.toLowerCase().endsWith('photo') ? facility : consultant
    for (const [name, one] of Object.entries(people)) {
      if (one.id === owner.id) continue
      test(`${kind}: ${name} has none`, async () => {
        const own = one.client.storage.from(bucket)
        const bytes = path.endsWith('png') ? image : pdf
        const contentType = path.endsWith('png') ? 'image/png' : 'application/pdf'
        const newPath = path.replace(/[^/]+(\.\w+)$/, 'new$1')
        const calls: [string, Parameters<typeof expectStorageError>[0]][] = [
          ['upload', own.upload(newPath, bytes, { contentType })],
          ['upsert', own.upload(path, bytes, { contentType, upsert: true })],
          ['update', own.update(path, bytes, { contentType })],
          ['move', own.move(path, pathOf(one, kind, 'pdf'))],
          ['link for an upload', own.createSignedUploadUrl(newPath)],
          ['copy there', own.copy(path, newPath)],
        ]
        for (const [what, call] of calls) {
          const { error } = await call
          assert.ok(['403', '404'].includes(error?.statusCode ?? ''), `${what}: ${error?.message}`)
        }
        assert.deepEqual(await expectData(own.remove([path])), [])
        const removal = await sendRequest(`/storage/v1/object/${bucket}/${path}`, {
          method: 'DELETE',
          headers: actorHeaders(one),
        })
        assert.ok([403, 404].includes(statusIn(removal)))
        await expectData(owner.client.storage.from(bucket).info(path))
      })
    }
  }

  test('a visitor changes nothing', async () => {
    const path = pathOf(consultant, 'resume', 'pdf')
    const url = `/storage/v1/object/documents/${path}`
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const headers = { ...visitorHeaders, 'content-type': 'application/pdf' }
      const body = method === 'DELETE' ? {} : { body: pdf }
      expectRefusal(await sendRequest(url, { method, headers, ...body }), 403, 'Unauthorized')
    }
  })

  test('only the service role key creates and changes buckets', async () => {
    for (const client of [visitor, ...Object.values(people).map((one) => one.client)]) {
      await expectStorageError(client.storage.createBucket(crypto.randomUUID()), 403)
      await expectStorageError(client.storage.updateBucket('documents', { public: true }), 403)
      await expectStorageError(client.storage.deleteBucket('documents'), 403)
    }
    const path = await uploadFile(contractor, 'resume')
    for (const one of [contractor, rival, admin]) {
      await expectServerOnly(one.client.storage.emptyBucket('documents'))
    }
    await expectServerOnly(visitor.storage.emptyBucket('documents'))
    await expectData(contractor.client.storage.from('documents').info(path))
    assert.equal((await expectData(server.storage.getBucket('documents'))).public, false)
  })

  for (const [name, one] of Object.entries({ facility, contractor, consultant, admin })) {
    test(`resume: ${name} stores and removes a resume of its own`, async () => {
      const path = await uploadFile(one, 'resume')
      const documents = one.client.storage.from('documents')
      await expectData(documents.info(path))
      await expectData(documents.remove([path]))
      await expectStorageError(documents.info(path), 404)
    })
  }

  test('a user without a role stores nothing', async () => {
    const id = crypto.randomUUID()
    const nobody = { id, client: clientOfUser(id) }
    expectRefusal(
      await sendUpload(nobody, `documents/${pathOf(nobody, 'resume', 'pdf')}`, {
        type: 'application/pdf',
      }),
      403,
      'Unauthorized',
    )
  })
})

suite('a session that ended', () => {
  test('opens nothing', async () => {
    const session_id = await insertSession(consultant.id)
    const headers = headersWithToken(tokenFor(consultant.id, { session_id }))
    const { path } = files.certification
    const documentUrl = `/storage/v1/object/documents/${path}`
    assert.equal((await sendRequest(documentUrl, { headers })).status, 200)
    const body = JSON.stringify({})
    const signedUpload = await sendRequest(
      `/storage/v1/object/upload/sign/documents/${pathOf(consultant, 'resume', 'pdf')}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      },
    )
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(signedUpload.text))
    await query('delete from auth.sessions where id = $1', [session_id])
    expectRefusal(await sendRequest(documentUrl, { headers }), 401, 'session_not_found')
    const list = { method: 'POST', headers, body: JSON.stringify({ prefix: '' }) }
    expectRefusal(
      await sendRequest('/storage/v1/object/list/documents', list),
      401,
      'session_not_found',
    )
    expectRefusal(await sendRequest('/storage/v1/bucket', { headers }), 401, 'session_not_found')
    const upload = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/pdf' },
      body: pdf,
    }
    expectRefusal(
      await sendRequest(
        `/storage/v1/object/documents/${pathOf(consultant, 'resume', 'pdf')}`,
        upload,
      ),
      401,
      'session_not_found',
    )
    // An upload link stops working when the session that created the link ends.
    expectRefusal(
      await sendRequest(`/storage/v1${url}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body: pdf,
      }),
      401,
      'session_not_found',
    )
  })
})

test('users may change their own files', async () => {
  for (const kind of ['picture', 'resume', 'certification', 'job-photo']) {
    const one = await createActor('consultant')
    const extension = kind === 'picture' || kind === 'job-photo' ? 'png' : 'pdf'
    const path = await uploadFile(one, kind, extension, extension === 'png' ? image : pdf)
    const own = one.client.storage.from(bucketOf(kind))
    const to = pathOf(one, kind, extension)
    await expectData(own.move(path, to))
    await expectData(own.copy(to, path))
    // A user has only one resume, so the copy replaces the original.
    const expectedCount = kind === 'resume' ? 1 : 2
    assert.equal((await expectData(own.remove([path, to]))).length, expectedCount)
  }
})
