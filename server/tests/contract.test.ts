import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { describeSchema } from './support/describe-schema.ts'

test('supabase/schema.snapshot.sql is what the SQL leads to: else run `npm run contract`', async () => {
  const kept = await readFile('supabase/schema.snapshot.sql', 'utf8')
  assert.deepEqual((await describeSchema()).split('\n'), kept.split('\n'))
})
