import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { until } from '../../../../tests/support/until.ts'
import { startRealtime } from '../testing.ts'

const { pool, open, tokenFor } = await startRealtime()
const [ada, bob] = [randomUUID(), randomUUID()]

await pool.query(`
  create table public.shelf (place text, number integer, owner uuid, secret text, primary key (place, number));
  alter table public.shelf enable row level security, force row level security;
  create policy shelf_select on public.shelf for select to authenticated using (owner = (select auth.uid()));
  grant select (place, number, owner) on public.shelf to authenticated;
  create trigger _900_record_change after insert or update or delete on public.shelf
    for each row execute function realtime.record_change()`)

const readVisibilityFunctions = async () => {
  const { rows } = await pool.query<{ role: string; loose: boolean }>(
    `select split_part(proname, '_', 3) as role,
            proconfig @> array['search_path=""'] is not true or prosecdef
              or exists (select from aclexplode(proacl) where grantee = 0) as loose
     from pg_proc where proname like 'seen\\_' || to_regclass('public.shelf')::oid || '\\_%'`,
  )
  return rows
}

async function reloadSchema(isDone: () => Promise<boolean>) {
  await pool.query("notify pgrst, 'reload schema'")
  await until(isDone, 10_000)
}

const change = z.object({ data: z.object({ type: z.string(), record: z.unknown() }) })

async function subscribe(person: string) {
  const socket = await open()
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'shelf' }] }
  const { status } = await socket.ask('realtime:shelf', 'phx_join', {
    config,
    access_token: tokenFor(person),
  })
  assert.equal(status, 'ok')
  return () =>
    socket.received
      .filter(({ event }) => event === 'postgres_changes')
      .map(({ payload }) => change.parse(payload).data)
}

suite('a watched table', () => {
  test('has a function for each role that may read it, which only that role may call', async () => {
    await reloadSchema(async () => (await readVisibilityFunctions()).length > 0)
    assert.deepEqual(await readVisibilityFunctions(), [{ role: 'authenticated', loose: false }])
  })

  test('with a key of several columns shows each user their own rows', async () => {
    const [adas, bobs] = [await subscribe(ada), await subscribe(bob)]
    const quotedShelf = 'a "quoted", {braced} \\ and\nbroken ’place'
    const values = [quotedShelf, ada, bob]
    await pool.query(
      `insert into public.shelf values ($1, 1, $2, 'x'), ($1, 2, $3, 'x'), ('plain', 1, $3, 'x')`,
      values,
    )
    await until(() => adas().length > 0 && bobs().length > 1)
    assert.deepEqual(adas(), [
      { type: 'INSERT', record: { place: quotedShelf, number: 1, owner: ada } },
    ])
    assert.deepEqual(bobs(), [
      { type: 'INSERT', record: { place: quotedShelf, number: 2, owner: bob } },
      { type: 'INSERT', record: { place: 'plain', number: 1, owner: bob } },
    ])
  })

  test('stays watched when its columns change', async () => {
    await pool.query('grant select (secret) on public.shelf to authenticated')
    await pool.query("update public.shelf set secret = 'kept' where number = 1")
    const readFunctionBody = async () => {
      const { rows } = await pool.query<{ prosrc: string }>(
        "select prosrc from pg_proc where proname like 'seen\\_' || to_regclass('public.shelf')::oid || '\\_%'",
      )
      return rows[0]?.prosrc ?? ''
    }
    await reloadSchema(async () => (await readFunctionBody()).includes('"secret"'))
    const adas = await subscribe(ada)
    await pool.query("update public.shelf set secret = 'told' where owner = $1", [ada])
    const secrets = () =>
      adas().map((data) => z.object({ record: z.looseObject({}) }).parse(data).record['secret'])
    // An earlier change can arrive as well, if the feed read it only after the user joined.
    await until(() => secrets().includes('told'))
  })

  test('has no function once it is no longer watched', async () => {
    await pool.query('drop trigger _900_record_change on public.shelf')
    await reloadSchema(async () => (await readVisibilityFunctions()).length === 0)
  })
})
