import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBinaries } from './binaries.ts'

test('without binaries for the platform, the error asks for DATABASE_URL', async () => {
  await assert.rejects(findBinaries('sunos-sparc'), {
    message:
      'PostgreSQL is not packaged for sunos-sparc. Set DATABASE_URL to a PostgreSQL 15 or newer.',
  })
})
