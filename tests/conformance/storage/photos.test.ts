// Changes the photos of a job, both while the job is open and afterwards.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { server } from '../support/clients.ts'
import { only, expectRefusal, rowsOf } from '../support/expect.ts'
import { expectStorageError, expectData, pathOf, png, uploadFile } from '../support/files.ts'
import { awardJob, finishJob, createActors, postJob } from '../support/market.ts'

const { facility, contractor } = await createActors()
const image = await png()
const files = facility.client.storage.from('documents')
const asPng = { contentType: 'image/png' }

async function photoOf(job: string) {
  const path = await uploadFile(facility, 'job-photo', 'png', image)
  await rowsOf(add(job, path), 201)
  return path
}

const add = (job_id: string, path: string) =>
  facility.client.from('job_photos').insert({ job_id, owner_id: facility.id, path }).select()

const countRowsAt = (path: string) =>
  rowsOf(facility.client.from('job_photos').select('path').eq('path', path))

suite('a photo of a job', () => {
  test('must be uploaded first', async () => {
    const job = await postJob(facility)
    await expectRefusal(add(job, pathOf(facility, 'job-photo', 'png')), 409, 'photo_not_uploaded')
    await expectRefusal(add(job, pathOf(facility, 'resume', 'png')), 400, 'photo_path_invalid')
  })

  test('belongs to the caller if the request has no owner', async () => {
    const path = await uploadFile(facility, 'job-photo', 'png', image)
    const job_id = await postJob(facility)
    const inserted = facility.client.from('job_photos').insert({ job_id, path }).select('owner_id')
    assert.deepEqual(await rowsOf(inserted, 201), [{ owner_id: facility.id }])
  })

  test('can be replaced, moved and removed while the job is open, with its row', async () => {
    const path = await photoOf(await postJob(facility))
    await expectData(files.upload(path, image, { ...asPng, upsert: true }))
    const to = pathOf(facility, 'job-photo', 'png')
    await expectData(files.move(path, to))
    assert.equal(only(await countRowsAt(to))['path'], to)
    await expectData(files.remove([to]))
    assert.deepEqual(await countRowsAt(to), [])
  })

  test('can only be changed by the server once the job is over', async () => {
    const { job } = await awardJob(facility, contractor)
    const path = await photoOf(job)
    await finishJob(contractor, job)
    const expectKept = async (call: Parameters<typeof expectStorageError>[0]) =>
      assert.match(await expectStorageError(call, 409), /photos of a closed job/)
    await expectKept(files.upload(path, image, { ...asPng, upsert: true }))
    await expectKept(files.update(path, image, asPng))
    await expectKept(files.move(path, pathOf(facility, 'job-photo', 'png')))
    await expectKept(files.remove([path]))
    const row = facility.client.from('job_photos').delete().eq('path', path)
    await expectRefusal(row, 409, 'photo_fixed')
    await expectData(contractor.client.storage.from('documents').download(path))
    await expectData(server.storage.from('documents').remove([path]))
    assert.deepEqual(await countRowsAt(path), [])
  })
})
