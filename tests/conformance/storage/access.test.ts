// Checks what each role can do with the files of every role.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { ask, headersOf, ofServer } from '../support/ask.ts'
import { asPerson, idOf, server, visitor } from '../support/clients.ts'
import { newSession, query } from '../support/database.ts'
import {
  asActor,
  asVisitor,
  bucketOf,
  declined,
  done,
  pathOf,
  pdf,
  png,
  refusedWith,
  send,
  statusIn,
  stored,
} from '../support/files.ts'
import { actor, openMarket, postJob } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor, consultant, rival } = await openMarket()
const admin = { id: idOf('admin'), client: asPerson(idOf('admin')) }
const other = await actor('facility')
const image = await png()

const job = await postJob(facility)
const photoPath = await stored(facility, 'job-photo', 'png', image)
await facility.client
  .from('job_photos')
  .insert({ job_id: job, owner_id: facility.id, path: photoPath })
  .throwOnError()

const files = {
  picture: { path: await stored(consultant, 'picture', 'png', image), bucket: 'user-files' },
  resume: { path: await stored(consultant, 'resume'), bucket: 'documents' },
  certification: { path: await stored(consultant, 'certification'), bucket: 'documents' },
  photo: { path: photoPath, bucket: 'documents' },
  loosePhoto: { path: await stored(facility, 'job-photo', 'png', image), bucket: 'documents' },
}

const people = { facility, other, contractor, rival, consultant, admin }
const callers = {
  visitor: asVisitor,
  ...Object.fromEntries(Object.entries(people).map(([name, one]) => [name, asActor(one)])),
  server: ofServer,
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
        const got: string[] = []
        for (const [name, headers] of Object.entries(callers)) {
          const status = statusIn(
            await ask(`/storage/v1/${address}/${bucket}/${path}`, { headers }),
          )
          if (status === 200) got.push(name)
          else assert.equal(status, name === 'visitor' ? 403 : 404, `${name} ${address}`)
        }
        const expected = Object.entries(readers).find(([one]) => one === kind)?.[1]
        assert.deepEqual(got, expected, address)
      }
    })

    test(`${kind}: only users with read access can create a link`, async () => {
      for (const [name, { client }] of Object.entries(people)) {
        const { data } = await client.storage.from(bucket).createSignedUrl(path, 60)
        const rows = await done(client.storage.from(bucket).createSignedUrls([path], 60))
        // Anybody can read a picture at its public URL, but only its owner and admins can create links to it.
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
    const shy = await actor('consultant')
    const path = await stored(shy, 'resume')
    await shy.client.from('profiles').update({ is_hidden: true }).eq('id', shy.id).throwOnError()
    await declined(other.client.storage.from('documents').download(path), 404)
    await done(shy.client.storage.from('documents').download(path))
  })

  test('lists show only files that the user may see', async () => {
    const names = async (client: typeof visitor, folder: string) =>
      (await done(client.storage.from('documents').list(folder))).map(({ name }) => name)
    assert.deepEqual(await names(consultant.client, consultant.id), ['certification', 'resume'])
    assert.deepEqual(await names(rival.client, consultant.id), [])
    assert.deepEqual(await names(server, consultant.id), ['certification', 'resume'])
    await declined(visitor.storage.from('documents').list(consultant.id), 403)
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
        const beside = path.replace(/[^/]+(\.\w+)$/, 'new$1')
        const calls: [string, Parameters<typeof declined>[0]][] = [
          ['upload', own.upload(beside, bytes, { contentType })],
          ['upsert', own.upload(path, bytes, { contentType, upsert: true })],
          ['update', own.update(path, bytes, { contentType })],
          ['move', own.move(path, pathOf(one, kind, 'pdf'))],
          ['link for an upload', own.createSignedUploadUrl(beside)],
          ['copy there', own.copy(path, beside)],
        ]
        for (const [what, call] of calls) {
          const { error } = await call
          assert.ok(['403', '404'].includes(error?.statusCode ?? ''), `${what}: ${error?.message}`)
        }
        assert.deepEqual(await done(own.remove([path])), [])
        const removal = await ask(`/storage/v1/object/${bucket}/${path}`, {
          method: 'DELETE',
          headers: asActor(one),
        })
        assert.ok([403, 404].includes(statusIn(removal)))
        await done(owner.client.storage.from(bucket).info(path))
      })
    }
  }

  test('a visitor changes nothing', async () => {
    const path = pathOf(consultant, 'resume', 'pdf')
    const place = `/storage/v1/object/documents/${path}`
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const headers = { ...asVisitor, 'content-type': 'application/pdf' }
      const body = method === 'DELETE' ? {} : { body: pdf }
      refusedWith(await ask(place, { method, headers, ...body }), 403, 'Unauthorized')
    }
  })

  test('only the service role key creates and changes buckets', async () => {
    for (const client of [visitor, ...Object.values(people).map((one) => one.client)]) {
      await declined(client.storage.createBucket(crypto.randomUUID()), 403)
      await declined(client.storage.updateBucket('documents', { public: true }), 403)
      await declined(client.storage.deleteBucket('documents'), 403)
    }
    const path = await stored(contractor, 'resume')
    for (const one of [contractor, rival, admin]) {
      await declined(one.client.storage.emptyBucket('documents'), 403)
    }
    await declined(visitor.storage.emptyBucket('documents'), 403)
    await done(contractor.client.storage.from('documents').info(path))
    assert.equal((await done(server.storage.getBucket('documents'))).public, false)
  })

  for (const [name, one] of Object.entries({ facility, contractor, consultant, admin })) {
    test(`resume: ${name} stores and removes a resume of its own`, async () => {
      const path = await stored(one, 'resume')
      const documents = one.client.storage.from('documents')
      await done(documents.info(path))
      await done(documents.remove([path]))
      await declined(documents.info(path), 404)
    })
  }

  test('a user without a role stores nothing', async () => {
    const id = crypto.randomUUID()
    const nobody = { id, client: asPerson(id) }
    refusedWith(
      await send(nobody, `documents/${pathOf(nobody, 'resume', 'pdf')}`, {
        type: 'application/pdf',
      }),
      403,
      'Unauthorized',
    )
  })
})

suite('a session that ended', () => {
  test('opens nothing', async () => {
    const session_id = await newSession(consultant.id)
    const headers = headersOf(tokenFor(consultant.id, { session_id }))
    const { path } = files.resume
    const place = `/storage/v1/object/documents/${path}`
    assert.equal((await ask(place, { headers })).status, 200)
    const body = JSON.stringify({})
    const made = await ask(
      `/storage/v1/object/upload/sign/documents/${pathOf(consultant, 'resume', 'pdf')}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      },
    )
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(made.text))
    await query('delete from auth.sessions where id = $1', [session_id])
    refusedWith(await ask(place, { headers }), 401, 'session_not_found')
    const list = { method: 'POST', headers, body: JSON.stringify({ prefix: '' }) }
    refusedWith(await ask('/storage/v1/object/list/documents', list), 401, 'session_not_found')
    refusedWith(await ask('/storage/v1/bucket', { headers }), 401, 'session_not_found')
    const upload = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/pdf' },
      body: pdf,
    }
    refusedWith(
      await ask(`/storage/v1/object/documents/${pathOf(consultant, 'resume', 'pdf')}`, upload),
      401,
      'session_not_found',
    )
    // The upload link of an ended session does not work either.
    refusedWith(
      await ask(`/storage/v1${url}`, {
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
    const one = await actor('consultant')
    const extension = kind === 'picture' || kind === 'job-photo' ? 'png' : 'pdf'
    const path = await stored(one, kind, extension, extension === 'png' ? image : pdf)
    const own = one.client.storage.from(bucketOf(kind))
    const to = pathOf(one, kind, extension)
    await done(own.move(path, to))
    await done(own.copy(to, path))
    assert.equal((await done(own.remove([path, to]))).length, 2)
  }
})
