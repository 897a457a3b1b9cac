// Checks that one client's storage requests leave database connections for other clients.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { signedIn, startApp } from '../../tests/support/app.ts'

const { ask, pool, secrets } = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })

async function countStatementsWaitingForLock() {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

suite('while the table of objects is locked', () => {
  const publicDownload = { method: 'GET', path: 'object/public/user-files/a.png' }
  const userHeaders = signedIn(secrets, randomUUID())
  const clients = {
    user: { method: 'POST', path: 'object/list-v2/documents', headersOf: () => userHeaders },
    visitor: { ...publicDownload, headersOf: () => ({}) },
    'visitor with a network of addresses': {
      ...publicDownload,
      headersOf: (index: number) => ({ 'x-forwarded-for': `2001:db8::${index + 1}` }),
    },
    'visitor with a network of addresses who reads metadata': {
      method: 'GET',
      path: 'object/info/public/user-files/a.png',
      headersOf: (index: number) => ({ 'x-forwarded-for': `2001:db8::${index + 1}` }),
    },
  }
  for (const [client, { method, path, headersOf }] of Object.entries(clients)) {
    test(`many requests of a ${client} do not delay others`, async () => {
      const db = await pool.connect()
      await db.query('begin; lock table storage.objects in access exclusive mode')
      let responseCount = 0
      const requests = Array.from({ length: 20 }, async (_, index) => {
        await ask(`/storage/v1/${path}`, { method, headers: headersOf(index) })
        responseCount += 1
      })
      try {
        await until(async () => (await countStatementsWaitingForLock()) >= 6)
        const other = await ask('/rest/v1/job_categories', {
          headers: signedIn(secrets, randomUUID()),
        })
        assert.deepEqual([other.status, responseCount], [200, 0])
      } finally {
        await db.query('rollback')
        db.release()
      }
      await Promise.all(requests)
    })
  }
})
