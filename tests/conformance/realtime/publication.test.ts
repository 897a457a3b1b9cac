// Checks that a migration written for Supabase is enough: clients can then read the new table and follow its changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../support/until.ts'
import { clientOfUser, untyped } from '../support/clients.ts'
import { insertUser, query } from '../support/database.ts'
import { liveClient, subscribeToTable, waitForItems } from '../support/live.ts'

test('a table that a migration adds to the publication is read and followed by its owner only', async () => {
  const [owner, other] = [await insertUser('facility'), await insertUser('facility')]
  await query(`
    create table public.parcels (id integer primary key, owner_id uuid not null);
    alter table public.parcels enable row level security;
    grant select, insert on public.parcels to authenticated;
    create policy own on public.parcels to authenticated
      using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
    alter publication supabase_realtime add table public.parcels`)
  const parcels = untyped(clientOfUser(owner)).from('parcels')
  await until(async () => (await parcels.select('id')).error === null)
  const followed = await subscribeToTable(await liveClient(owner), { table: 'parcels' })
  const hidden = await subscribeToTable(await liveClient(other), { table: 'parcels' })
  await parcels.insert({ id: 1, owner_id: owner }).throwOnError()
  const [change] = await waitForItems(followed.changes)
  assert.deepEqual(change?.new, { id: 1, owner_id: owner })
  assert.deepEqual(hidden.changes, [])
  await query('drop table public.parcels')
  await until(async () => (await parcels.select('id')).error?.code === 'PGRST205')
})
