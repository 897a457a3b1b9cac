// What servers tell each other, over connections that the database ends (57P01).
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client } from 'pg'
import { until } from '../../../tests/support/until.ts'
import { Bell, changesChannel } from './change-feed/bell.ts'
import { listen } from './listen.ts'
import { silent } from '../../tests/support/release.ts'
import { asAdmin, bareDatabase } from '../../tests/support/test-database.ts'

const { pool, connection, name } = await bareDatabase()

/** So many have a last statement that began so; something may be done to each of them. */
async function connectionsOf(statement: string, each = 'true') {
  const { rows } = await asAdmin(
    `select ${each} from pg_stat_activity
     where datname = '${name}' and query like '${statement}%'`,
  )
  return rows.length
}

const endConnections = (statement: string) => connectionsOf(statement, 'pg_terminate_backend(pid)')

suite('who listens', () => {
  test('hears again after the database ended their connection, also of what was said meanwhile', async () => {
    let times = 0
    const heard = async () => void (times += 1)
    const end = await listen(pool, 'words', { heard, log: silent })
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

suite('the bell', () => {
  test('rings again after the database ended its connection, and hangs up at the end', async () => {
    const listener = new Client(connection)
    after(() => listener.end())
    await listener.connect()
    let times = 0
    listener.on('notification', () => (times += 1))
    await listener.query(`listen ${changesChannel}`)
    const bell = new Bell(pool, silent)
    bell.ring()
    await until(() => times === 1)
    assert.equal(await endConnections(`notify ${changesChannel}`), 1)
    // The first may go into the line that is gone.
    await until(() => {
      bell.ring()
      return times > 1
    })
    await bell.close()
    await until(async () => (await connectionsOf(`notify ${changesChannel}`)) === 0)
  })
})
