// Checks the rules for a file, which come from its bucket and the application.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { signedIn, startApp } from '../../../tests/support/app.ts'

const { ask, pool, secrets } = await startApp()
const serviceHeaders = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const jsonHeaders = { 'content-type': 'application/json' }

const rules = z.array(
  z.object({
    max_bytes: z.coerce.number().nullable(),
    bucket_types: z.array(z.string()).nullable(),
    types: z.array(z.string()).nullable(),
    max_side_pixels: z.number().nullable(),
  }),
)

async function rulesFor(bucket: string, name: string) {
  const { rows } = await pool.query('select * from storage.rules_for($1, $2)', [bucket, name])
  return rules.parse(rows)
}

suite('the rules for a file', () => {
  test('come from the application, within the limits of the bucket', async () => {
    const id = randomUUID()
    const [pictureRules] = await rulesFor('user-files', `${id}/picture/a.png`)
    assert.deepEqual(
      [pictureRules?.max_bytes, pictureRules?.max_side_pixels],
      [10 * 1024 * 1024, 1024],
    )
    await pool.query("update storage.buckets set file_size_limit = 1000 where id = 'documents'")
    const [resumeRules] = await rulesFor('documents', `${id}/resume/a.pdf`)
    assert.deepEqual([resumeRules?.max_bytes, resumeRules?.max_side_pixels], [1000, null])
    assert.ok(resumeRules?.types?.includes('application/pdf'))
    assert.deepEqual(await rulesFor('nowhere', 'a'), [])
  })

  test('come from the bucket if there is no application', async () => {
    await pool.query(
      "update private.settings set value = 'app.nothing_of_the_kind' where name = 'file_rules'",
    )
    const [fallbackRules] = await rulesFor('user-files', `${randomUUID()}/picture/a.png`)
    assert.deepEqual([fallbackRules?.types, fallbackRules?.max_side_pixels], [null, null])
    assert.ok(fallbackRules?.bucket_types?.includes('image/png'))
  })
})

test('policies that are not part of the application decide too', async () => {
  const request = {
    method: 'POST',
    headers: { ...serviceHeaders, ...jsonHeaders },
    body: '{"name":"notes"}',
  }
  assert.equal((await ask('/storage/v1/bucket', request)).status, 200)
  await pool.query(`create policy notes on storage.objects for all to authenticated
    using (bucket_id = 'notes' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id = 'notes' and (storage.foldername(name))[1] = auth.uid()::text)`)
  const [owner, stranger] = [randomUUID(), randomUUID()]
  const upload = (userId: string, name: string) =>
    ask(`/storage/v1/object/notes/${name}`, {
      method: 'POST',
      headers: { ...signedIn(secrets, userId), 'content-type': 'text/plain' },
      body: 'a note',
    })
  assert.equal((await upload(owner, `${owner}/a%20b.txt`)).status, 200)
  assert.match((await upload(owner, `${stranger}/a.txt`)).body, /"statusCode":"403"/)
  const download = (userId: string) =>
    ask(`/storage/v1/object/notes/${owner}/a%20b.txt`, {
      headers: signedIn(secrets, userId),
    })
  const response = await download(owner)
  assert.deepEqual(
    [response.status, response.body, response.headers['content-type']],
    [200, 'a note', 'text/plain'],
  )
  assert.match((await download(stranger)).body, /"statusCode":"404"/)
})
