// Tests that servers notice when somebody changes the schema by SQL.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { startApp } from '../../../tests/support/app.ts'
import { apply, release } from '../../../tests/support/release.ts'
import { quietPool } from '../../../tests/support/test-cluster.ts'
import { asAdmin, bareDatabase } from '../../../tests/support/test-database.ts'
import { prepareWatchedTables } from '../../realtime/changes/visibility-functions.ts'

const { pool, ask, secrets } = await startApp()
const headers = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const statusOf = async (path: string) => (await ask(`/rest/v1/${path}`, { headers })).status
const answers = (path: string, status: number) =>
  until(async () => (await statusOf(path)) === status)

/** Returns the names of the recording triggers of a table, with their events. */
async function triggersOf(table: string) {
  const { rows } = await pool.query<{ name: string; events: string }>(
    `select t.tgname as name, substring(pg_get_triggerdef(t.oid) from 'AFTER (.*) ON') as events
     from pg_trigger t
     where tgrelid = $1::regclass and tgfoid = 'realtime.record_change()'::regprocedure order by 1`,
    [table],
  )
  return rows.map(({ name, events }) => `${name}: ${events}`)
}

const added = ['_900_record_published_change: INSERT OR DELETE OR UPDATE']

suite('a server learns by itself', () => {
  test('of a table that SQL creates, changes and drops', async () => {
    await pool.query(`
      create table public.sheds (id integer primary key);
      grant select on public.sheds to service_role`)
    await answers('sheds?select=id', 200)
    assert.equal(await statusOf('sheds?select=height'), 400)
    await pool.query('alter table public.sheds add column height integer')
    await answers('sheds?select=height', 200)
    await pool.query('drop table public.sheds')
    await answers('sheds', 404)
  })

  test('of a function', async () => {
    assert.equal(await statusOf('rpc/seven'), 404)
    await pool.query(`
      create function public.seven() returns integer language sql stable set search_path = '' return 7;
      grant execute on function public.seven() to service_role`)
    await answers('rpc/seven', 200)
    await pool.query('drop function public.seven()')
    await answers('rpc/seven', 404)
  })

  test('of a table that a role without further rights creates', async () => {
    await pool.query(`
      create role builder_${process.pid};
      grant create, usage on schema public to builder_${process.pid}`)
    const client = await pool.connect()
    try {
      await client.query(`set role builder_${process.pid}`)
      await client.query('create table public.barns (id integer primary key)')
      await client.query('grant select on public.barns to service_role')
      await client.query('reset role')
    } finally {
      client.release()
    }
    await answers('barns', 200)
    await pool.query(`drop owned by builder_${process.pid}; drop role builder_${process.pid}`)
  })

  test('but not of temporary tables and of its own functions', async () => {
    const client = await pool.connect()
    const payloads: string[] = []
    client.on('notification', ({ payload }) => payloads.push(payload ?? ''))
    await client.query('listen pgrst')
    await client.query(`
      create temporary table pile (id integer);
      drop table pile;
      create function realtime.nothing() returns void language sql set search_path = '' return null;
      revoke execute on function realtime.nothing() from public;
      drop function realtime.nothing()`)
    await client.query("notify pgrst, 'the end'")
    await until(() => payloads.length > 0)
    assert.deepEqual(payloads, ['the end'])
    await client.query('unlisten pgrst')
    client.release()
  })
})

suite('the publication supabase_realtime', () => {
  test('adds and removes the recording trigger of a table', async () => {
    await pool.query(`
      create table public.crates (id integer primary key, owner_id uuid);
      alter publication supabase_realtime add table public.crates`)
    assert.deepEqual(await triggersOf('public.crates'), added)
    await pool.query('insert into public.crates values (1)')
    const { rows } = await pool.query(
      `select kind from realtime.changes where table_name = 'crates'`,
    )
    assert.deepEqual(rows, [{ kind: 'INSERT' }])
    await pool.query('alter publication supabase_realtime drop table public.crates')
    assert.deepEqual(await triggersOf('public.crates'), [])
    await pool.query('alter publication supabase_realtime set table public.crates')
    assert.deepEqual(await triggersOf('public.crates'), added)
    await pool.query('drop table public.crates')
  })

  test('decides which changes are recorded', async () => {
    await pool.query(`
      create table public.kegs (id integer primary key);
      alter publication supabase_realtime add table public.kegs;
      alter publication supabase_realtime set (publish = 'insert, delete')`)
    assert.deepEqual(await triggersOf('public.kegs'), [
      '_900_record_published_change: INSERT OR DELETE',
    ])
    await pool.query(`alter publication supabase_realtime set (publish = 'insert, update, delete')`)
    assert.deepEqual(await triggersOf('public.kegs'), added)
    await pool.query('drop table public.kegs')
  })

  test('leaves a table alone that has a recording trigger', async () => {
    const own = ['_900_record_change: INSERT OR DELETE OR UPDATE']
    await pool.query('alter publication supabase_realtime add table public.jobs')
    assert.deepEqual(await triggersOf('public.jobs'), own)
    await pool.query('drop trigger _900_record_change on public.jobs')
    assert.deepEqual(await triggersOf('public.jobs'), added)
    await pool.query(`create trigger _900_record_change after insert or update or delete on public.jobs
      for each row execute function realtime.record_change()`)
    assert.deepEqual(await triggersOf('public.jobs'), own)
    await pool.query('alter publication supabase_realtime drop table public.jobs')
    assert.deepEqual(await triggersOf('public.jobs'), own)
  })

  test('can include all tables, also later ones, but never those of the server', async () => {
    await pool.query(`
      drop publication supabase_realtime;
      create publication supabase_realtime for all tables;
      create table public.later (id integer primary key)`)
    assert.deepEqual(await triggersOf('public.later'), added)
    for (const table of ['realtime.changes', 'auth.users', 'private.settings', 'storage.objects'])
      assert.deepEqual(await triggersOf(table), [])
    await pool.query('drop publication supabase_realtime')
    assert.deepEqual(await triggersOf('public.later'), [])
    await pool.query('create publication supabase_realtime; drop table public.later')
  })

  test('records the changes of each partition once', async () => {
    await pool.query(`
      create table public.logs (id integer, day date, primary key (id, day)) partition by range (day);
      create table public.logs_1 partition of public.logs for values from ('2026-01-01') to ('2026-02-01');
      alter publication supabase_realtime add table public.logs;
      create table public.logs_2 partition of public.logs for values from ('2026-02-01') to ('2026-03-01');
      insert into public.logs values (1, '2026-01-05'), (2, '2026-02-05')`)
    const { rows } = await pool.query(
      `select table_name from realtime.changes where table_name like 'logs%' order by id`,
    )
    assert.deepEqual(rows, [{ table_name: 'logs_1' }, { table_name: 'logs_2' }])
    await pool.query('drop table public.logs')
  })
})

suite('a login that cannot create event triggers', () => {
  test('updates the recording triggers at a reload', async () => {
    const { pool: owner, connection, name } = await bareDatabase()
    const user = `owner_${process.pid}`
    await owner.query(`create role ${user} login createrole bypassrls`)
    await asAdmin(`alter database ${name} owner to ${user}`)
    const roles = 'anon, authenticated, service_role, authenticator'
    await asAdmin(`grant ${roles} to ${user} with admin option`)
    const limited = quietPool({ ...connection, user })
    await apply(limited, release({}))
    await limited.query(`
      create table public.crates (id integer primary key);
      alter publication supabase_realtime add table public.crates`)
    const tables = await prepareWatchedTables(limited)
    assert.deepEqual([...tables.keys()], ['public.crates'])
    await limited.end()
    await owner.query(`reassign owned by ${user} to current_user`)
    await asAdmin(`drop owned by ${user}`)
  })
})
