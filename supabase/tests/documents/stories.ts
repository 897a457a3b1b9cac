import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

// These statements have no RETURNING clause, because it would also need the policy for select.
const addFile = 'insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3)'
const path = (person: string, rest: string) => `${idOf(person)}/${rest}`
const upload = (stage: Stage, person: 'kim' | 'fiona' | 'kurt', bucket: string, name: string, metadata: object = {}) =>
  stage.as(person, addFile, [bucket, name, JSON.stringify(metadata)])
const addVersion = 'insert into storage.objects (bucket_id, name, version) values ($1, $2, $3)'
const selectFile = 'select from storage.objects where name = $1'

/** Returns kim's stored resumes, and the resume that the profile names. */
async function readResumes(stage: Stage) {
  const stored = await stage.asServer('select name from storage.objects where name like $1 order by name', [path('kim', 'resume/%')])
  const [profile] = await stage.asServer("select documents ->> 'resume' as current, resume_url from public.profiles where id = $1", [idOf('kim')])
  return { stored: stored.map(({ name }) => name), ...profile }
}

export const stories: Stories = {
  // @covers 3.files.own-folder 3.files.buckets
  "a file is under its owner's path, in the bucket of its kind": async (stage) => {
    const validNames = { 'user-files': ['picture/a.png'], documents: ['resume/r.pdf', 'certification/c_1-x.pdf', 'job-photo/p.jpg'] }
    for (const [bucket, names] of Object.entries(validNames)) {
      for (const name of names) await upload(stage, 'kim', bucket, path('kim', name))
    }
    const invalidNames = [
      ['user-files', path('kim', 'resume/r2.pdf')], ['documents', path('kim', 'picture/b.png')], ['documents', path('kurt', 'resume/r.pdf')],
      ['documents', path('kim', 'resume/../r.pdf')], ['documents', path('kim', 'resume/a/b.pdf')], ['documents', path('kim', 'resume/r')],
      ['documents', path('kim', 'diary/r.pdf')], ['documents', 'resume/r.pdf'], ['other', path('kim', 'resume/r3.pdf')],
      ['documents', path('kim', `resume/${'x'.repeat(65)}.pdf`)],
    ]
    for (const [bucket, name] of invalidNames) {
      await stage.assertRefused('kim', '42501', addFile, [bucket, name, '{}'])
    }
  },

  'the server may use any file name': async (stage) => {
    for (const name of ['a', 'a/b.pdf', `${idOf('kim')}/b.pdf`, '/']) {
      await stage.asServer("insert into storage.objects (bucket_id, name) values ('documents', $1)", [name])
      await stage.asServer('delete from storage.objects where name = $1', [name])
    }
  },

  'the owner of a file is stamped': async (stage) => {
    const statement = "insert into storage.objects (bucket_id, name, owner, owner_id) values ('documents', $1, $2, $3) returning owner, owner_id"
    assert.deepEqual(await stage.as('kim', statement, [path('kim', 'resume/r.pdf'), idOf('fiona'), 'somebody']), [{ owner: idOf('kim'), owner_id: idOf('kim') }])
  },

  'a file that the server puts into a folder belongs to its owner': async (stage) => {
    await stage.asServer("insert into storage.objects (bucket_id, name) values ('documents', $1), ('documents', 'a/b.pdf')", [path('kim', 'resume/r.pdf')])
    const ownerSql = "select owner, owner_id from storage.objects where name like '%/resume/r.pdf'"
    assert.deepEqual(await stage.as('kim', ownerSql), [{ owner: idOf('kim'), owner_id: idOf('kim') }])
    assert.deepEqual(await stage.as('fiona', ownerSql), [{ owner: idOf('kim'), owner_id: idOf('kim') }])
  },

  // @covers 5.documents.resume-pdf
  'a file that is too large or of another type is refused': async (stage) => {
    const refuse = (name: string, metadata: object, code: string) => stage.assertRefused('kim', code, addFile, [name.includes('picture') ? 'user-files' : 'documents', path('kim', name), JSON.stringify(metadata)])
    await refuse('resume/r.pdf', { size: 20 * 1024 * 1024 + 1 }, 'file_too_large')
    await refuse('picture/p.png', { size: 10 * 1024 * 1024 + 1 }, 'file_too_large')
    await refuse('picture/p.pdf', { mimetype: 'application/pdf' }, 'file_type_refused')
    await refuse('picture/p.svg', { mimetype: 'image/svg+xml' }, 'file_type_refused')
    await refuse('resume/r.html', { mimetype: 'text/html' }, 'file_type_refused')
    for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
      await refuse('resume/r.pdf', { mimetype: type }, 'file_type_refused')
      await upload(stage, 'kim', 'documents', path('kim', `certification/${type.slice(6)}.pdf`), { mimetype: type })
    }
    await upload(stage, 'kim', 'documents', path('kim', 'resume/r.pdf'), { size: 20 * 1024 * 1024, mimetype: 'application/pdf' })
  },

  // @covers 5.documents.certifications 3.profiles.documents
  'the profile follows the files: a new resume is the current one, three certifications at most': async (stage) => {
    const readDocuments = async () => (await stage.asServer('select documents, resume_url from public.profiles where id = $1', [idOf('kim')]))[0]
    await upload(stage, 'kim', 'documents', path('kim', 'resume/one.pdf'))
    await upload(stage, 'kim', 'documents', path('kim', 'certification/a.pdf'))
    assert.deepEqual(await readDocuments(), {
      documents: { resume: path('kim', 'resume/one.pdf'), certifications: [path('kim', 'certification/a.pdf')] },
      resume_url: path('kim', 'resume/one.pdf'),
    })
    await upload(stage, 'kim', 'documents', path('kim', 'certification/b.pdf'))
    await upload(stage, 'kim', 'documents', path('kim', 'certification/c.pdf'))
    await stage.assertRefused('kim', 'too_many_certifications', addFile, ['documents', path('kim', 'certification/d.pdf'), '{}'])
    await stage.as('kim', 'delete from storage.objects where name = $1', [path('kim', 'resume/one.pdf')])
    const row = await readDocuments()
    assert.equal(row?.['resume_url'], null)
  },

  // @covers 5.documents.one-resume
  'a new resume replaces the older one, whose bytes are removed': async (stage) => {
    const [one, two, kurts] = [path('kim', 'resume/one.pdf'), path('kim', 'resume/two.pdf'), path('kurt', 'resume/one.pdf')]
    await upload(stage, 'kim', 'documents', path('kim', 'certification/a.pdf'))
    await upload(stage, 'kurt', 'documents', kurts)
    await stage.as('kim', addVersion, ['documents', one, 'version one'])
    assert.deepEqual(await readResumes(stage), { stored: [one], current: one, resume_url: one })
    await stage.as('kim', addVersion, ['documents', two, 'version two'])
    assert.deepEqual(await readResumes(stage), { stored: [two], current: two, resume_url: two })
    assert.deepEqual(await stage.asServer("select payload from private.outbox where kind = 'file'"), [{ payload: { version: 'version one' } }])
    const others = await stage.asServer("select name from storage.objects where name like '%/certification/%' or name = $1", [kurts])
    assert.deepEqual(new Set(others.map(({ name }) => name)), new Set([path('kim', 'certification/a.pdf'), kurts]))
  },

  'a resume stays the only one when it is renamed or replaced': async (stage) => {
    const [one, two] = [path('kim', 'resume/one.pdf'), path('kim', 'resume/two.pdf')]
    await upload(stage, 'kim', 'documents', one)
    await stage.as('kim', 'update storage.objects set name = $2, updated_at = now() where name = $1', [one, two])
    assert.deepEqual(await readResumes(stage), { stored: [two], current: two, resume_url: two })
    await stage.as('kim', 'update storage.objects set version = gen_random_uuid()::text, updated_at = now() where name = $1', [two])
    assert.deepEqual(await readResumes(stage), { stored: [two], current: two, resume_url: two })
  },

  'a resume of the server replaces the older one as well, also by a move': async (stage) => {
    const [one, two, moved] = [path('kim', 'resume/one.pdf'), path('kim', 'resume/two.pdf'), path('kim', 'resume/moved.pdf')]
    await upload(stage, 'kim', 'documents', one)
    await stage.asServer("insert into storage.objects (bucket_id, name) values ('documents', $1)", [two])
    assert.deepEqual(await readResumes(stage), { stored: [two], current: two, resume_url: two })
    await upload(stage, 'kurt', 'documents', path('kurt', 'resume/one.pdf'))
    await stage.asServer('update storage.objects set name = $2, updated_at = now() where name = $1', [path('kurt', 'resume/one.pdf'), moved])
    assert.deepEqual(await readResumes(stage), { stored: [moved], current: moved, resume_url: moved })
  },

  'the newest imported resume stays, in any order of the import': async (stage) => {
    const importResume = "insert into storage.objects (bucket_id, name, updated_at) values ('documents', $1, now() - $2::interval)"
    const newest = path('kim', 'resume/b.pdf')
    for (const [name, age] of [['a', '3 days'], ['b', '1 day'], ['c', '2 days']]) {
      await stage.asServer(importResume, [path('kim', `resume/${name}.pdf`), age])
    }
    assert.deepEqual(await readResumes(stage), { stored: [newest], current: newest, resume_url: newest })
  },

  'the kind of a file cannot change, and a certification does not change the resume': async (stage) => {
    await stage.as('kim', "update public.profiles set resume_url = 'https://kim.example/cv' where id = auth.uid()")
    await upload(stage, 'kim', 'documents', path('kim', 'certification/a.pdf'))
    const [row] = await stage.asServer('select resume_url from public.profiles where id = $1', [idOf('kim')])
    assert.deepEqual(row, { resume_url: 'https://kim.example/cv' })
    await upload(stage, 'kim', 'documents', path('kim', 'job-photo/a.jpg'))
    await stage.assertRefused('kim', 'file_kind_fixed', 'update storage.objects set name = $1 where name = $2', [path('kim', 'certification/b.jpg'), path('kim', 'job-photo/a.jpg')])
    await stage.as('kim', 'update storage.objects set name = $1 where name = $2', [path('kim', 'certification/b.pdf'), path('kim', 'certification/a.pdf')])
    const [after] = await stage.asServer("select documents -> 'certifications' as list from public.profiles where id = $1", [idOf('kim')])
    assert.deepEqual(after, { list: [path('kim', 'certification/b.pdf')] })
  },

  'a user without a role cannot store files': async (stage) => {
    await stage.assertRefused('nora', '42501', addFile, ['documents', path('nora', 'resume/r.pdf'), '{}'])
  },

  'a resume is visible to its owner, admins, and facilities that see the consultant': async (stage) => {
    await upload(stage, 'kim', 'documents', path('kim', 'resume/r.pdf'))
    await upload(stage, 'kurt', 'documents', path('kurt', 'resume/r.pdf'))
    const readViewers = async (name: string) => {
      const found: string[] = []
      for (const person of ['fiona', 'frank', 'carl', 'kim', 'kurt', 'ada', 'nora'] as const) {
        if ((await stage.as(person, selectFile, [name])).length > 0) found.push(person)
      }
      return found
    }
    assert.deepEqual(await readViewers(path('kim', 'resume/r.pdf')), ['fiona', 'frank', 'kim', 'ada'])
    assert.deepEqual(await readViewers(path('kurt', 'resume/r.pdf')), ['frank', 'kurt', 'ada'])
  },

  'a photo is visible to users who see its job': async (stage) => {
    const name = path('fiona', 'job-photo/p.jpg')
    await upload(stage, 'fiona', 'documents', name)
    assert.equal((await stage.as('carl', selectFile, [name])).length, 0)
    await stage.as('fiona', 'insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), $2)', [idOf('job open'), name])
    for (const [person, rows] of [['carl', 1], ['fiona', 1], ['frank', 0], ['kim', 0]] as const) {
      assert.equal((await stage.as(person, selectFile, [name])).length, rows, person)
    }
  },

  'a photo without an owner in the request belongs to the caller': async (stage) => {
    const name = path('fiona', 'job-photo/p.jpg')
    await upload(stage, 'fiona', 'documents', name)
    const add = 'insert into public.job_photos (job_id, path) values ($1, $2) returning owner_id'
    await stage.assertRefused('frank', 'photo_path_invalid', add, [idOf('job frank'), name])
    assert.deepEqual(await stage.as('fiona', add, [idOf('job open'), name]), [{ owner_id: idOf('fiona') }])
  },

  'the photos of a job have positions in the order in which they were added, with a gap after a deletion': async (stage) => {
    const files = ['r', 'p', 'q'].map((name) => path('fiona', `job-photo/${name}.png`))
    for (const file of files) await upload(stage, 'fiona', 'documents', file)
    const add = 'insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), $2)'
    await stage.as('fiona', `${add}, ($1, auth.uid(), $3)`, [idOf('job open'), ...files.slice(0, 2)])
    await stage.as('fiona', add, [idOf('job open'), files[2]])
    const read = 'select path, position from public.job_photos order by position'
    const expected = files.map((file, index) => ({ path: file, position: index + 1 }))
    for (const person of ['fiona', 'carl', 'ada'] as const) assert.deepEqual(await stage.as(person, read), expected, person)
    await stage.as('fiona', 'delete from public.job_photos where path = $1', [files[1]])
    assert.deepEqual(await stage.as('carl', read), [expected[0], expected[2]])
  },

  'a photo follows its file, as long as its job is open': async (stage) => {
    const file = path('fiona', 'job-photo/a.png')
    const showPhoto = 'insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), $2)'
    const photos = () => stage.asServer('select path from public.job_photos')
    const move = 'update storage.objects set name = $2 where name = $1'
    const remove = 'delete from storage.objects where name = $1'
    await stage.assertRefused('fiona', 'photo_not_uploaded', showPhoto, [idOf('job open'), path('fiona', 'job-photo/none.png')])
    await stage.as('fiona', showPhoto, [idOf('job open'), file])
    await stage.as('fiona', move, [file, path('fiona', 'job-photo/b.png')])
    assert.deepEqual(await photos(), [{ path: path('fiona', 'job-photo/b.png') }])
    await stage.as('fiona', remove, [path('fiona', 'job-photo/b.png')])
    assert.deepEqual(await photos(), [])
  },

  'a photo of a finished job cannot be changed': async (stage) => {
    const file = path('fiona', 'job-photo/a.png')
    const replace = 'update storage.objects set version = gen_random_uuid()::text where name = $1'
    const changes = {
      replace,
      move: `update storage.objects set name = '${path('fiona', 'job-photo/b.png')}' where name = $1`,
      remove: 'delete from storage.objects where name = $1',
      'take away': 'delete from public.job_photos where path = $1',
    }
    await stage.as('fiona', 'insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), $2)', [idOf('job awarded'), file])
    await stage.as('fiona', replace, [file])
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    for (const change of Object.values(changes)) await stage.assertRefused('fiona', 'photo_fixed', change, [file])
    await stage.asServer("update public.job_photos set job_id = $1", [idOf('job deleted')])
    for (const change of Object.values(changes)) await stage.assertRefused('fiona', 'photo_fixed', change, [file])
    assert.equal(await stage.serverRefusal(changes.remove, [file]), undefined)
  },

  'a profile does not show a deleted picture': async (stage) => {
    const [file, to] = [path('kim', 'picture/a.png'), path('kim', 'picture/b.png')]
    const readShown = async () => (await stage.asServer('select profile_picture as it from public.profiles where id = $1', [idOf('kim')]))[0]?.['it']
    await upload(stage, 'kim', 'user-files', file)
    await upload(stage, 'kim', 'user-files', path('kim', 'picture/other.png'))
    await stage.as('kim', 'update public.profiles set profile_picture = $1 where id = auth.uid()', [file])
    await stage.as('kim', 'delete from storage.objects where name = $1', [path('kim', 'picture/other.png')])
    await stage.as('kim', 'update storage.objects set name = $2 where name = $1', [file, to])
    assert.equal(await readShown(), to)
    await stage.as('kim', 'delete from storage.objects where name = $1', [to])
    assert.equal(await readShown(), null)
  },

  'only the owner changes, moves or deletes a file': async (stage) => {
    const name = path('kim', 'resume/r.pdf')
    await upload(stage, 'kim', 'documents', name)
    for (const person of ['ada', 'fiona', 'carl'] as const) {
      assert.equal((await stage.as(person, "update storage.objects set metadata = '{}' where name = $1 returning 1", [name])).length, 0)
      assert.equal((await stage.as(person, 'delete from storage.objects where name = $1 returning 1', [name])).length, 0)
    }
    await stage.assertRefused('kim', '42501', 'update storage.objects set name = $1', [path('fiona', 'resume/r.pdf')])
    assert.equal((await stage.as('kim', 'update storage.objects set name = $1 where name = $2 returning 1', [path('kim', 'resume/s.pdf'), name])).length, 1)
  },

  'a user uploads at most 60 files an hour': async (stage) => {
    for (let index = 0; index < 60; index += 1) await upload(stage, 'kim', 'user-files', path('kim', `picture/${index}.png`))
    await stage.assertRefused('kim', 'too_many_uploads', addFile, ['user-files', path('kim', 'picture/61.png'), '{}'])
  },

  'an upload counts even if it was replaced or removed': async (stage) => {
    const name = path('kim', 'picture/a.png')
    const remove = 'delete from storage.objects where name = $1'
    const replace = 'update storage.objects set version = gen_random_uuid()::text where name = $1'
    for (let index = 0; index < 30; index += 1) {
      await upload(stage, 'kim', 'user-files', name)
      await stage.as('kim', replace, [name])
      if (index < 29) await stage.as('kim', remove, [name])
    }
    await stage.assertRefused('kim', 'too_many_uploads', replace, [name])
    await stage.as('kim', remove, [name])
    await stage.assertRefused('kim', 'too_many_uploads', addFile, ['user-files', name, '{}'])
    await upload(stage, 'fiona', 'user-files', path('fiona', 'picture/a.png'))
  },

  'buckets are visible to users with a role': async (stage) => {
    assert.equal((await stage.as('carl', 'select from storage.buckets')).length, 2)
    assert.equal((await stage.as('nora', 'select from storage.buckets')).length, 0)
  },
}
