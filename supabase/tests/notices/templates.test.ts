// Checks that each kind of notice has a template, and that each template names only values that the server supplies.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'

const folder = 'supabase/templates/notification-emails'
const letterParts = ['closing', 'several']
// This email goes to strangers, who get no notices.
const withoutKind = ['demo-request-received']
const knownValues = [
  'who',
  'subject',
  'amount',
  'when',
  'count',
  'reason',
  'link',
  'productName',
  'site',
]

test('each kind has a template, and each template a kind', async () => {
  const { pool } = await productDatabase()
  const { rows } = await pool.query<{ template: string }>(
    'select template from public.notice_kinds',
  )
  const files = (await readdir(folder)).map((file) => basename(file, '.txt'))
  const wanted = [...rows.map(({ template }) => template), ...letterParts, ...withoutKind]
  assert.deepEqual(files.toSorted(), wanted.toSorted())
})

test('each template names only the values that it gets', async () => {
  for (const file of await readdir(folder)) {
    const text = await readFile(`${folder}/${file}`, 'utf8')
    const known = letterParts.includes(basename(file, '.txt'))
      ? [...knownValues, 'zone']
      : knownValues
    const named = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
      file,
    )
  }
})
