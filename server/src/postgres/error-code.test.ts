import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { isConnectionLost } from './error-code.ts'

test('a missing socket is a lost connection, and a missing file is not', async () => {
  const path = '/nowhere/.s.PGSQL.5432'
  const socketError: unknown = await once(connect(path), 'connect').catch((error: unknown) => error)
  const fileError: unknown = await readFile(path).catch((error: unknown) => error)
  assert.deepEqual([socketError, fileError].map(isConnectionLost), [true, false])
})
