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

const addressOf = (socket: string) =>
  `postgres:///postgres?host=${encodeURIComponent(socket)}&user=postgres`
const where = "select current_setting('unix_socket_directories') as host"

suite('a database with several hosts', () => {
  test('is used on the host that accepts writes, also after a failover', async (t) => {
    const [primary, standby] = [await startCluster(), await startCluster(true)]
    const hosts = new Hosts(['/nowhere', standby.host, primary.host].map(addressOf))
    const pool = openPool({ hosts }, silentLog)
    const requests = new RequestPool({
      connection: { hosts },
      log: silentLog,
      preparedStatements: true,
    })
    t.after(async () => {
      await Promise.all([pool.end(), requests.close()])
      await Promise.all([primary.stop(), standby.stop()])
    })
    const ask = () => pool.query<{ host: string }>(where).then(({ rows }) => rows[0]?.host)
    for (let at = 0; at < 2; at += 1) {
      await assert.rejects(ask(), (error) => isConnectionLost(error))
    }
    assert.equal(await ask(), primary.host)
    const answer = () => requests.batch('postgres', [{ text: where, values: [] }])
    assert.equal(String((await answer())[0]?.[0]?.[0]), primary.host)

    await primary.stop()
    const admin = quietPool({ host: standby.host, user: 'postgres', database: 'postgres' })
    await admin.query('select pg_promote()')
    await admin.end()
    await until(() =>
      ask().then(
        (host) => host === standby.host,
        () => false,
      ),
    )
    await until(() =>
      answer().then(
        (rows) => String(rows[0]?.[0]?.[0]) === standby.host,
        () => false,
      ),
    )
  })

  test('is found at the start, on any of the hosts', async (t) => {
    const [primary, standby] = [await startCluster(), await startCluster(true)]
    t.after(() => Promise.all([primary.stop(), standby.stop()]))
    const hosts = new Hosts([standby.host, '/nowhere', primary.host].map(addressOf))
    await checkExternalPostgres({ hosts })
    await assert.rejects(checkExternalPostgres({ hosts: new Hosts([addressOf(standby.host)]) }), {
      message: 'DATABASE_URL cannot be used: it is a standby, which takes no writes.',
    })
  })
})
