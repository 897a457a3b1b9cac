import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { databaseWithLimits, startRealtime } from '../testing.ts'

const shared = await databaseWithLimits({})
const { pool } = shared
// Without this event trigger, no reload of the schema replaces the function that the test breaks.
await pool.query('alter event trigger pgrst_ddl_watch disable')
for (const table of ['broken', 'sound']) {
  await pool.query(`
    create table public.${table} (id integer primary key);
    grant select on public.${table} to authenticated;
    create trigger _900_record_change after insert or update or delete on public.${table}
      for each row execute function realtime.record_change()`)
}
const { open, tokenFor } = await startRealtime({}, shared)

test('an invalid result of a visibility function is not retried, and changes of other tables are not delayed', async () => {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc
     where proname = 'seen_' || to_regclass('public.broken')::oid || '_authenticated'`,
  )
  await pool.query(String(rows[0]?.definition).replaceAll('select jsonb_', "select '{' || jsonb_"))
  const socket = await open()
  const tables = ['broken', 'sound'].map((table) => ({ event: '*', schema: 'public', table }))
  const joinPayload = { config: { postgres_changes: tables }, access_token: tokenFor() }
  assert.equal((await socket.ask('realtime:both', 'phx_join', joinPayload)).status, 'ok')
  const receivedChanges = () => socket.received.filter(({ event }) => event === 'postgres_changes')
  await pool.query('insert into public.broken values (1)')
  let nextId = 0
  await until(async () => {
    await pool.query('insert into public.sound values ($1)', [(nextId += 1)])
    return receivedChanges().length > 0
  }, 10_000)
  assert.ok(
    receivedChanges().every(({ payload }) => JSON.stringify(payload).includes('"table":"sound"')),
  )
})
