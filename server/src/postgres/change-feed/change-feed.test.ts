import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client } from 'pg'
import { until } from '../../../../tests/support/until.ts'
import { silentLog } from '../../../tests/support/release.ts'
import { bareDatabase, productDatabase } from '../../../tests/support/test-database.ts'
import { prune } from '../../queue/prune.ts'
import type { Change } from './change-feed.ts'
import { followChanges } from './follow-changes.ts'

const { pool, connection } = await productDatabase()
await pool.query(`
  create table public.notes (id integer primary key, text text);
  create trigger record after insert or update or delete on public.notes
    for each row execute function realtime.record_change();`)

let nextNote = 0

async function startFeed(isShared = false) {
  const received: Change[] = []
  let hasSubscribers = true
  const feed = await followChanges({
    pool,
    log: silentLog,
    isShared,
    hasSubscribers: () => hasSubscribers,
    onChanges: async (changes) => void received.push(...changes),
  })
  after(() => feed.close())
  const ids = () => received.map(({ newRow }) => newRow?.['id'])
  return {
    feed,
    received,
    ids,
    setSubscribed: (isSubscribed: boolean) => (hasSubscribers = isSubscribed),
  }
}

async function openClient(settings = connection) {
  const client = new Client(settings)
  client.on('error', () => {})
  await client.connect()
  after(() => client.end())
  return client
}

async function insertNote(db: Pick<Client, 'query'> = pool) {
  nextNote += 1
  await db.query('insert into public.notes values ($1)', [nextNote])
  return nextNote
}

/** If changes were only delivered by the poll each second, this many rounds would take at least nine seconds. */
const roundCount = 10
const maxDurationMs = 3000

suite('the change feed', () => {
  test('delivers each change once, with the old and the new row', async () => {
    const { feed, received } = await startFeed()
    const id = await insertNote()
    await pool.query("update public.notes set text = 'new' where id = $1", [id])
    await pool.query('delete from public.notes where id = $1', [id])
    feed.onCommit()
    await until(() => received.length === 3)
    assert.deepEqual(
      received.map(({ schema, table, kind, newRow, oldRow }) => [
        schema,
        table,
        kind,
        newRow,
        oldRow,
      ]),
      [
        ['public', 'notes', 'INSERT', { id, text: null }, null],
        ['public', 'notes', 'UPDATE', { id, text: 'new' }, { id, text: null }],
        ['public', 'notes', 'DELETE', null, { id, text: 'new' }],
      ],
    )
    const laterId = await insertNote()
    feed.onCommit()
    await until(() => received.length > 3)
    assert.deepEqual(received.at(-1)?.newRow, { id: laterId, text: null })
    assert.equal(received.length, 4)
  })

  test('does not miss a transaction that started earlier and commits later', async () => {
    const { feed, ids } = await startFeed()
    const slow = await openClient()
    await slow.query('begin')
    const lateId = await insertNote(slow)
    const earlyId = await insertNote()
    feed.onCommit()
    await until(() => ids().includes(earlyId))
    assert.deepEqual(ids(), [earlyId])
    await slow.query('commit')
    feed.onCommit()
    await until(() => ids().includes(lateId))
    assert.deepEqual(ids(), [earlyId, lateId])
  })

  test('skips changes that are rolled back, even partly', async () => {
    const { feed, ids } = await startFeed()
    const client = await openClient()
    await client.query('begin; savepoint part')
    await insertNote(client)
    await client.query('rollback to savepoint part')
    const keptId = await insertNote(client)
    await client.query('savepoint part')
    const savepointId = await insertNote(client)
    await client.query('release savepoint part; commit')
    feed.onCommit()
    await until(() => ids().includes(savepointId))
    assert.deepEqual(ids(), [keptId, savepointId])
  })

  test('is not delayed by an open transaction in another database', async () => {
    const { connection: otherConnection } = await bareDatabase()
    const otherClient = await openClient({ ...connection, ...otherConnection })
    await otherClient.query('begin; create table held (id integer); insert into held values (1)')
    const { feed, ids } = await startFeed()
    const startedAt = performance.now()
    const insertedIds: number[] = []
    for (let round = 0; round < roundCount; round += 1) {
      const id = await insertNote()
      insertedIds.push(id)
      feed.onCommit()
      await until(() => ids().includes(id))
    }
    assert.ok(
      performance.now() - startedAt < maxDurationMs,
      'It came with the poll of each second, and not immediately.',
    )
    assert.deepEqual(ids(), insertedIds)
    await otherClient.query('rollback')
  })

  test('delivers a big transaction in parts, completely and without duplicates', async () => {
    const { feed, ids } = await startFeed()
    await pool.query(
      'insert into public.notes select n from generate_series(1000001, 1002500) as n',
    )
    feed.onCommit()
    const lastId = await insertNote()
    feed.onCommit()
    await until(() => ids().includes(lastId))
    assert.equal(ids().length, 2501)
    assert.equal(new Set(ids()).size, 2501)
  })

  test('delivers every change that commits after a subscriber has come', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { feed, ids, setSubscribed } = await startFeed()
      setSubscribed(false)
      await insertNote()
      // This call starts a read that skips the first note, because the feed has no subscribers yet. The second note is
      // inserted during the read.
      feed.onCommit()
      setSubscribed(true)
      const id = await insertNote()
      feed.onCommit()
      await until(() => ids().includes(id), 2000)
      await feed.close()
    }
  })

  test('polls without a notification', async () => {
    const { ids } = await startFeed()
    const id = await insertNote()
    await until(() => ids().includes(id), 3000)
  })

  test('receives changes of another server immediately', async () => {
    const [firstFeed, secondFeed] = [await startFeed(true), await startFeed(true)]
    const startedAt = performance.now()
    for (let round = 0; round < roundCount; round += 1) {
      const id = await insertNote()
      firstFeed.feed.onCommit()
      await until(() => secondFeed.ids().includes(id))
    }
    assert.ok(
      performance.now() - startedAt < maxDurationMs,
      'It came with the poll of each second, and not immediately.',
    )
  })

  test('continues after the database was unavailable', async () => {
    const { feed, ids } = await startFeed()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const id = await insertNote()
    feed.onCommit()
    await until(() => ids().includes(id))
  })
})

test('changes are kept for ten minutes', async () => {
  await pool.query("update realtime.changes set at = now() - interval '11 minutes'")
  const id = await insertNote()
  await prune(pool)
  const { rows } = await pool.query("select new_row ->> 'id' as id from realtime.changes")
  assert.deepEqual(rows, [{ id: String(id) }])
})
