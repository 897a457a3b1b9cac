import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { databaseWith, startLive } from '../testing.ts'

const shared = await databaseWith({})
const { pool } = shared
for (const table of ['broken', 'sound']) {
  await pool.query(`
    create table public.${table} (id integer primary key);
    grant select on public.${table} to authenticated;
    create trigger _900_record_change after insert or update or delete on public.${table}
      for each row execute function realtime.record_change()`)
}
const { open, tokenFor } = await startLive({}, shared)

test('an invalid response is checked once and does not delay other changes', async () => {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc
     where proname = 'seen_' || to_regclass('public.broken')::oid || '_authenticated'`,
  )
  await pool.query(String(rows[0]?.definition).replaceAll('select jsonb_', "select '{' || jsonb_"))
  const socket = await open()
  const tables = ['broken', 'sound'].map((table) => ({ event: '*', schema: 'public', table }))
  const join = { config: { postgres_changes: tables }, access_token: tokenFor() }
  assert.equal((await socket.ask('realtime:both', 'phx_join', join)).status, 'ok')
  const heard = () => socket.arrived.filter(({ event }) => event === 'postgres_changes')
  await pool.query('insert into public.broken values (1)')
  let next = 0
  await until(async () => {
    await pool.query('insert into public.sound values ($1)', [(next += 1)])
    return heard().length > 0
  }, 10_000)
  assert.ok(heard().every(({ payload }) => JSON.stringify(payload).includes('"table":"sound"')))
})
