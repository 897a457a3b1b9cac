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

async function follow(isShared = false) {
  const received: Change[] = []
  let isWanted = true
  const changes = await followChanges({
    pool,
    log: silentLog,
    isShared,
    hasSubscribers: () => isWanted,
    onChanges: async (some) => void received.push(...some),
  })
  after(() => changes.close())
  const ids = () => received.map(({ newRow }) => newRow?.['id'])
  return { changes, received, ids, want: (wanted: boolean) => (isWanted = wanted) }
}

async function openClient(settings = connection) {
  const client = new Client(settings)
  client.on('error', () => {})
  await client.connect()
  after(() => client.end())
  return client
}

/** Inserts a note and returns its number. */
async function write(db: Pick<Client, 'query'> = pool) {
  nextNote += 1
  await db.query('insert into public.notes values ($1)', [nextNote])
  return nextNote
}

/** If changes were only delivered by the poll each second, this many rounds would take at least nine seconds. */
const rounds = 10
const muchSooner = 3000

suite('the change feed', () => {
  test('delivers each change once, with the old and the new row', async () => {
    const { changes, received } = await follow()
    const id = await write()
    await pool.query("update public.notes set text = 'new' where id = $1", [id])
    await pool.query('delete from public.notes where id = $1', [id])
    changes.onCommit()
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
    const later = await write()
    changes.onCommit()
    await until(() => received.length > 3)
    assert.deepEqual(received.at(-1)?.newRow, { id: later, text: null })
    assert.equal(received.length, 4)
  })

  test('does not miss a transaction that started earlier and commits later', async () => {
    const { changes, ids } = await follow()
    const slow = await openClient()
    await slow.query('begin')
    const late = await write(slow)
    const early = await write()
    changes.onCommit()
    await until(() => ids().includes(early))
    assert.deepEqual(ids(), [early])
    await slow.query('commit')
    changes.onCommit()
    await until(() => ids().includes(late))
    assert.deepEqual(ids(), [early, late])
  })

  test('skips changes that are rolled back, even partly', async () => {
    const { changes, ids } = await follow()
    const client = await openClient()
    await client.query('begin; savepoint part')
    await write(client)
    await client.query('rollback to savepoint part')
    const kept = await write(client)
    await client.query('savepoint part')
    const inPart = await write(client)
    await client.query('release savepoint part; commit')
    changes.onCommit()
    await until(() => ids().includes(inPart))
    assert.deepEqual(ids(), [kept, inPart])
  })

  test('is not delayed by an open transaction in another database', async () => {
    const { connection: elsewhere } = await bareDatabase()
    const other = await openClient({ ...connection, ...elsewhere })
    await other.query('begin; create table held (id integer); insert into held values (1)')
    const { changes, ids } = await follow()
    const begun = performance.now()
    const written: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const id = await write()
      written.push(id)
      changes.onCommit()
      await until(() => ids().includes(id))
    }
    assert.ok(
      performance.now() - begun < muchSooner,
      'It came with the poll of each second, and not immediately.',
    )
    assert.deepEqual(ids(), written)
    await other.query('rollback')
  })

  test('delivers a big transaction in parts, completely and without duplicates', async () => {
    const { changes, ids } = await follow()
    await pool.query(
      'insert into public.notes select n from generate_series(1000001, 1002500) as n',
    )
    changes.onCommit()
    const meanwhile = await write()
    changes.onCommit()
    await until(() => ids().includes(meanwhile))
    assert.equal(ids().length, 2501)
    assert.equal(new Set(ids()).size, 2501)
  })

  test('delivers every change that commits after a subscriber has come', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { changes, ids, want } = await follow()
      want(false)
      await write()
      // Without subscribers the feed skips this change. The next change follows while the feed is still reading.
      changes.onCommit()
      want(true)
      const id = await write()
      changes.onCommit()
      await until(() => ids().includes(id), 2000)
      await changes.close()
    }
  })

  test('polls without a notification', async () => {
    const { ids } = await follow()
    const id = await write()
    await until(() => ids().includes(id), 3000)
  })

  test('receives changes of another server immediately', async () => {
    const [here, there] = [await follow(true), await follow(true)]
    const begun = performance.now()
    for (let round = 0; round < rounds; round += 1) {
      const id = await write()
      here.changes.onCommit()
      await until(() => there.ids().includes(id))
    }
    assert.ok(
      performance.now() - begun < muchSooner,
      'It came with the poll of each second, and not immediately.',
    )
  })

  test('continues after the database was unavailable', async () => {
    const { changes, ids } = await follow()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const id = await write()
    changes.onCommit()
    await until(() => ids().includes(id))
  })
})

test('changes are kept for ten minutes', async () => {
  await pool.query("update realtime.changes set at = now() - interval '11 minutes'")
  const id = await write()
  await prune(pool)
  const { rows } = await pool.query("select new_row ->> 'id' as id from realtime.changes")
  assert.deepEqual(rows, [{ id: String(id) }])
})
