import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client } from 'pg'
import { until } from '../../../tests/support/until.ts'
import { silentLog } from '../../tests/support/release.ts'
import { asAdmin, bareDatabase } from '../../tests/support/test-database.ts'
import { ChangeNotifier, changesChannel } from './change-feed/follow-changes.ts'
import { listen } from './listen.ts'

const { pool, connection, name } = await bareDatabase()

/**
 * Counts the connections whose last statement begins with `statement`, and evaluates the SQL expression `each` for each
 * of them.
 */
async function connectionsOf(statement: string, each = 'true') {
  const { rows } = await asAdmin(
    `select ${each} from pg_stat_activity
     where datname = '${name}' and query like '${statement}%'`,
  )
  return rows.length
}

const endConnections = (statement: string) => connectionsOf(statement, 'pg_terminate_backend(pid)')

suite('a listener', () => {
  test('listens again after the database ended its connection, and catches notifications in between', async () => {
    let times = 0
    const onNotify = async () => void (times += 1)
    const end = await listen(pool, 'words', { onNotify, log: silentLog })
    assert.equal(times, 1)
    await pool.query('notify words')
    await until(() => times === 2)
    assert.equal(await endConnections('listen "words"'), 1)
    await until(() => times === 3)
    await pool.query('notify words')
    await until(() => times === 4)
    await end()
    await until(async () => (await connectionsOf('listen "words"')) === 0)
  })
})

suite('the change notifier', () => {
  test('notifies again after the database ended its connection, and disconnects at the end', async () => {
    const listener = new Client(connection)
    after(() => listener.end())
    await listener.connect()
    let times = 0
    listener.on('notification', () => (times += 1))
    await listener.query(`listen ${changesChannel}`)
    const notifier = new ChangeNotifier(pool, silentLog)
    notifier.notify()
    await until(() => times === 1)
    assert.equal(await endConnections(`notify ${changesChannel}`), 1)
    // The first notification may be lost, because the notifier still uses the ended connection.
    await until(() => {
      notifier.notify()
      return times > 1
    })
    await notifier.close()
    await until(async () => (await connectionsOf(`notify ${changesChannel}`)) === 0)
  })
})
