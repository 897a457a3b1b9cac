import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client } from 'pg'
import { until } from '../../../tests/support/until.ts'
import { silentLog } from '../../tests/support/release.ts'
import { asAdmin, bareDatabase } from '../../tests/support/test-database.ts'
import { ChangeNotifier, changesChannel } from './change-feed/follow-changes.ts'
import { listen } from './listen.ts'

const { pool, connection, name } = await bareDatabase()

/** Evaluates the SQL expression for each connection whose latest statement begins with `statement`. */
async function countConnections(statement: string, expression = 'true') {
  const { rows } = await asAdmin(
    `select ${expression} from pg_stat_activity
     where datname = '${name}' and query like '${statement}%'`,
  )
  return rows.length
}

const endConnections = (statement: string) =>
  countConnections(statement, 'pg_terminate_backend(pid)')

suite('a listener', () => {
  test('listens again after the database ended its connection, and catches notifications in between', async () => {
    let notificationCount = 0
    const onNotify = async () => void (notificationCount += 1)
    const end = await listen(pool, 'words', { onNotify, log: silentLog })
    assert.equal(notificationCount, 1)
    await pool.query('notify words')
    await until(() => notificationCount === 2)
    assert.equal(await endConnections('listen "words"'), 1)
    await until(() => notificationCount === 3)
    await pool.query('notify words')
    await until(() => notificationCount === 4)
    await end()
    await until(async () => (await countConnections('listen "words"')) === 0)
  })
})

suite('the change notifier', () => {
  test('notifies again after the database ended its connection, and disconnects at the end', async () => {
    const listener = new Client(connection)
    after(() => listener.end())
    await listener.connect()
    let notificationCount = 0
    listener.on('notification', () => (notificationCount += 1))
    await listener.query(`listen ${changesChannel}`)
    const notifier = new ChangeNotifier(pool, silentLog)
    notifier.notify()
    await until(() => notificationCount === 1)
    assert.equal(await endConnections(`notify ${changesChannel}`), 1)
    // The first notification may be lost, because the notifier still uses the ended connection.
    await until(() => {
      notifier.notify()
      return notificationCount > 1
    })
    await notifier.close()
    await until(async () => (await countConnections(`notify ${changesChannel}`)) === 0)
  })
})
