import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { silentLog } from '../../tests/support/release.ts'
import { quietPool, startCluster } from '../../tests/support/test-cluster.ts'
import { openPool } from './database.ts'
import { isConnectionLost } from './error-code.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { Hosts } from './hosts.ts'
import { RequestPool } from './pool/request-pool.ts'

const urlOf = (socket: string) =>
  `postgres:///postgres?host=${encodeURIComponent(socket)}&user=postgres`
const hostSql = "select current_setting('unix_socket_directories') as host"

suite('a database with several hosts', () => {
  test('is used on the host that accepts writes, also after a failover', async (t) => {
    const [primary, standby] = [await startCluster(), await startCluster(true)]
    const hosts = new Hosts(['/nowhere', standby.host, primary.host].map(urlOf))
    const pool = openPool({ hosts }, 8, silentLog)
    const requests = new RequestPool({
      connection: { hosts },
      log: silentLog,
      preparedStatements: true,
    })
    t.after(async () => {
      await Promise.all([pool.end(), requests.close()])
      await Promise.all([primary.stop(), standby.stop()])
    })
    const askPool = () => pool.query<{ host: string }>(hostSql).then(({ rows }) => rows[0]?.host)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await assert.rejects(askPool(), (error) => isConnectionLost(error))
    }
    assert.equal(await askPool(), primary.host)
    const askRequestPool = () => requests.batch('postgres', [{ text: hostSql, values: [] }])
    assert.equal(String((await askRequestPool())[0]?.[0]?.[0]), primary.host)

    await primary.stop()
    const admin = quietPool({ host: standby.host, user: 'postgres', database: 'postgres' })
    await admin.query('select pg_promote()')
    await admin.end()
    await until(() =>
      askPool().then(
        (host) => host === standby.host,
        () => false,
      ),
    )
    await until(() =>
      askRequestPool().then(
        (rows) => String(rows[0]?.[0]?.[0]) === standby.host,
        () => false,
      ),
    )
  })

  test('is found at the start, on any of the hosts', async (t) => {
    const [primary, standby] = [await startCluster(), await startCluster(true)]
    t.after(() => Promise.all([primary.stop(), standby.stop()]))
    const hosts = new Hosts([standby.host, '/nowhere', primary.host].map(urlOf))
    await checkExternalPostgres({ hosts })
    await assert.rejects(checkExternalPostgres({ hosts: new Hosts([urlOf(standby.host)]) }), {
      message: 'DATABASE_URL cannot be used: it is a standby, which takes no writes.',
    })
  })
})
