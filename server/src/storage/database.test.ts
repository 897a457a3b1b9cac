// Checks that one user's storage requests leave database connections for others.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { signedIn, startApp } from '../../tests/support/app.ts'

const { ask, pool, secrets } = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })

async function waitingForLock() {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

suite('while the table of objects is locked', () => {
  const inPublic = { method: 'GET', path: 'object/public/user-files/a.png' }
  const person = signedIn(secrets, randomUUID())
  const asking = {
    user: { method: 'POST', path: 'object/list-v2/documents', from: () => person },
    visitor: { ...inPublic, from: () => ({}) },
    'visitor with a network of addresses': {
      ...inPublic,
      from: (at: number) => ({ 'x-forwarded-for': `2001:db8::${at + 1}` }),
    },
    'visitor with a network of addresses who reads metadata': {
      method: 'GET',
      path: 'object/info/public/user-files/a.png',
      from: (at: number) => ({ 'x-forwarded-for': `2001:db8::${at + 1}` }),
    },
  }
  for (const [who, { method, path, from }] of Object.entries(asking)) {
    test(`many requests of a ${who} do not delay others`, async () => {
      const db = await pool.connect()
      await db.query('begin; lock table storage.objects in access exclusive mode')
      let answered = 0
      const asked = Array.from({ length: 20 }, async (_, at) => {
        await ask(`/storage/v1/${path}`, { method, headers: from(at) })
        answered += 1
      })
      try {
        await until(async () => (await waitingForLock()) >= 6)
        const other = await ask('/rest/v1/job_categories', {
          headers: signedIn(secrets, randomUUID()),
        })
        assert.deepEqual([other.status, answered], [200, 0])
      } finally {
        await db.query('rollback')
        db.release()
      }
      await Promise.all(asked)
    })
  }
})
