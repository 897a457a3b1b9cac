// Tests the photos of a job: their owner, their number, and the jobs that accept photos.
import assert from 'node:assert/strict'
import { idOf, type Stories } from '../support/run-story.ts'

export const stories: Stories = {
  "a photo is under its owner's path and belongs to a job of theirs": async (stage) => {
    const add = 'insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), $2)'
    for (const path of [
      `${idOf('frank')}/job-photo/a.png`,
      `${idOf('fiona')}/picture/a.png`,
      `${idOf('fiona')}/job-photo/../a.png`,
      'a.png',
    ]) {
      await stage.assertRefused('fiona', 'photo_path_invalid', add, [idOf('job open'), path])
    }
    await stage.assertRefused('fiona', '42501', add, [
      idOf('job frank'),
      `${idOf('fiona')}/job-photo/a.png`,
    ])
    await stage.as('fiona', add, [idOf('job open'), `${idOf('fiona')}/job-photo/a.png`])
    const see = 'select from public.job_photos'
    assert.equal((await stage.as('carl', see)).length, 1)
    assert.equal((await stage.as('frank', see)).length, 0)
    assert.equal((await stage.as('carl', 'delete from public.job_photos returning 1')).length, 0)
    assert.equal((await stage.as('fiona', 'delete from public.job_photos returning 1')).length, 1)
  },

  'a photo for another owner is refused': async (stage) => {
    const add = 'insert into public.job_photos (job_id, owner_id, path) values ($1, $2, $3)'
    await stage.assertRefused('fiona', '42501', add, [
      idOf('job open'),
      idOf('frank'),
      `${idOf('frank')}/job-photo/a.png`,
    ])
  },

  'a finished or deleted job takes no photos': async (stage) => {
    const addPhoto =
      "insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), auth.uid() || '/job-photo/a.png')"
    for (const name of ['finished', 'deleted'])
      await stage.assertRefused('fiona', 'job_closed', addPhoto, [idOf(`job ${name}`)])
    await stage.as('fiona', addPhoto, [idOf('job awarded')])
  },

  'a seventh photo is refused': async (stage) => {
    const add =
      'insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), auth.uid() || $2)'
    for (let n = 0; n < 8; n += 1) {
      const name = `${idOf('fiona')}/job-photo/${n}.png`
      await stage.asServer(
        "insert into storage.objects (bucket_id, name) values ('documents', $1)",
        [name],
      )
    }
    for (let n = 0; n < 6; n += 1)
      await stage.as('fiona', add, [idOf('job open'), `/job-photo/${n}.png`])
    await stage.assertRefused('fiona', 'too_many_photos', add, [
      idOf('job open'),
      '/job-photo/7.png',
    ])
  },

  'a facility adds at most as many photos an hour as the limit allows': async (stage) => {
    await stage.asServer(
      "update private.settings set value = '2/3600' where name = 'limit_job_photos'",
    )
    await stage.asServer(
      "insert into storage.objects (bucket_id, name) select 'documents', $1 || '/job-photo/' || n || '.png' from generate_series(1, 3) as n",
      [idOf('fiona')],
    )
    const add =
      "insert into public.job_photos (job_id, path) values ($1, auth.uid() || '/job-photo/' || $2 || '.png')"
    for (const n of ['1', '2']) await stage.as('fiona', add, [idOf('job open'), n])
    await stage.assertRefused('fiona', 'too_many_job_photos', add, [idOf('job open'), '3'])
  },
}
