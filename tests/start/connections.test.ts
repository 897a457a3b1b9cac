import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExternalDatabase } from '../support/external-database.ts'
import { queryOnce } from '../support/query-once.ts'
import { startServer, temporaryFolder, until } from '../support/server.ts'

test('REQUEST_CONNECTIONS limits the connections for requests, and the start warns if the database allows less', async () => {
  const host = await startServer({ settings: { REQUEST_CONNECTIONS: '2' } })
  await Promise.all(Array.from({ length: 30 }, () => fetch(`${host.url}/rest/v1/jobs`)))
  const rows = await queryOnce(
    host.connection,
    `select current_setting('max_connections') as allowed,
            (select count(*)::integer from pg_stat_activity
              where application_name = 'mendwell requests') as requests`,
  )
  assert.deepEqual(rows, [{ allowed: '44', requests: 2 }])
  const settings = {
    DATABASE_URL: await createExternalDatabase(host, 'small'),
    DATA_DIR: `${await temporaryFolder()}/data`,
    REQUEST_CONNECTIONS: '30',
  }
  const server = await startServer({ settings })
  await until(() => server.output.includes('This server may open 44 connections'))
  assert.match(server.output, /which allows 41\. Raise its max_connections/)
})
