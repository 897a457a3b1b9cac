import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { until } from '../../../../tests/support/until.ts'
import { databaseWithLimits, startRealtime } from '../testing.ts'

const shared = await databaseWithLimits({})
const { pool } = shared
await pool.query(`
  update private.settings set value = 'public.my_groups' where name = 'live_groups_function';
  create table public.members (person uuid, team text);
  create trigger _900_forget_groups after insert or delete on public.members
    for each row execute function realtime.forget_groups('person');
  create function public.my_groups() returns text[] language sql stable security definer set search_path = ''
    as 'select array_agg(team) from public.members where person = auth.uid()';
  grant execute on function public.my_groups() to authenticated;
  create table public.shelf (id integer primary key, team text);
  grant select on public.shelf to authenticated, service_role;
  create function public.shelf_audience(shelf public.shelf) returns text[] language sql set search_path = ''
    as 'select array[shelf.team]';
  create trigger _900_record_change after insert or update or delete on public.shelf
    for each row execute function realtime.record_change('public.shelf_audience')`)
const { open, tokenFor } = await startRealtime({}, shared)

const message = z.object({
  data: z.object({
    type: z.string(),
    record: z.unknown().optional(),
    old_record: z.unknown().optional(),
  }),
})

type Change = z.infer<typeof message>['data']

interface FollowOptions {
  filter?: string
  person?: string
  /** Additional claims of the user's token. */
  claims?: object
}

/** Subscribes to the shelves as a member of the team. */
async function follow(team: string, { filter, person = randomUUID(), claims }: FollowOptions = {}) {
  await pool.query('insert into public.members values ($1, $2)', [person, team])
  const socket = await open()
  const change = { event: '*', schema: 'public', table: 'shelf', ...(filter ? { filter } : {}) }
  const payload = { config: { postgres_changes: [change] }, access_token: tokenFor(person, claims) }
  assert.equal((await socket.ask('realtime:shelf', 'phx_join', payload)).status, 'ok')
  const changes = () =>
    socket.received
      .filter(({ event }) => event === 'postgres_changes')
      .map(({ payload: received }) => message.parse(received).data)
  return { person, changes }
}

let lastId = 0

async function addShelf(team: string) {
  lastId += 1
  await pool.query('insert into public.shelf values ($1, $2)', [lastId, team])
  return lastId
}

/** Adds a last row, waits for it, and returns the follower's other changes. */
async function receivedBy({ changes }: Awaited<ReturnType<typeof follow>>, team: string) {
  const lastShelf = await addShelf(team)
  const isLast = ({ record }: Change) => JSON.stringify(record ?? '').includes(`"id":${lastShelf},`)
  await until(() => changes().some(isLast), 10_000)
  return changes().filter((change) => !isLast(change))
}

/** Returns the old rows of the deletions that the follower received. */
function deletionsIn({ changes }: Awaited<ReturnType<typeof follow>>) {
  return changes().flatMap(({ type, old_record: row }) => (type === 'DELETE' ? [row] : []))
}

test('a new row reaches the users whose groups are in its audience', async () => {
  const [red, blue] = [await follow('red'), await follow('blue')]
  const id = await addShelf('red')
  const [change, ...others] = await receivedBy(red, 'red')
  assert.deepEqual(change?.record, { id, team: 'red' })
  assert.deepEqual(others, [])
  assert.deepEqual(await receivedBy(blue, 'blue'), [])
})

test('a row that leaves the audience is a deletion with the old row, only for those who saw it', async () => {
  const [red, blue, stranger] = [await follow('red'), await follow('blue'), await follow('green')]
  const id = await addShelf('red')
  await pool.query("update public.shelf set team = 'blue' where id = $1", [id])
  const [, gone] = await receivedBy(red, 'red')
  assert.equal(gone?.type, 'DELETE')
  assert.deepEqual(gone.old_record, { id, team: 'red' })
  const [came] = await receivedBy(blue, 'blue')
  assert.equal(came?.type, 'UPDATE')
  assert.deepEqual(came.old_record, { id })
  assert.deepEqual(await receivedBy(stranger, 'green'), [])
})

test('a deletion reaches only those who saw the row and whose filter matches it', async () => {
  const red = await follow('red')
  const [wanted, unwanted] = [await addShelf('red'), await addShelf('red')]
  const filtered = await follow('red', { filter: `id=lte.${wanted}` })
  const blue = await follow('blue')
  await pool.query('delete from public.shelf where id = any ($1)', [[wanted, unwanted]])
  await receivedBy(red, 'red')
  assert.deepEqual(deletionsIn(red), [
    { id: wanted, team: 'red' },
    { id: unwanted, team: 'red' },
  ])
  assert.deepEqual(deletionsIn(filtered), [{ id: wanted, team: 'red' }])
  assert.deepEqual(await receivedBy(blue, 'blue'), [])
})

test('a user who leaves a group hears no more changes for it', async () => {
  const [red, leaver] = [await follow('red'), await follow('red')]
  await addShelf('red')
  await receivedBy(leaver, 'red')
  const before = leaver.changes().length
  await pool.query('delete from public.members where person = $1', [leaver.person])
  await addShelf('red')
  await receivedBy(red, 'red')
  assert.equal(leaver.changes().length, before)
})

test('a user whose session has ended hears no more changes', async () => {
  const [person, sessionId] = [randomUUID(), randomUUID()]
  await pool.query('insert into auth.users (id) values ($1)', [person])
  await pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, person])
  const red = await follow('red')
  const former = await follow('red', { person, claims: { session_id: sessionId } })
  await receivedBy(former, 'red')
  const before = former.changes().length
  await pool.query('delete from auth.sessions where id = $1', [sessionId])
  await addShelf('red')
  await receivedBy(red, 'red')
  assert.equal(former.changes().length, before)
})

test('while the groups cannot be found, nobody hears of a deletion', async () => {
  const definition = "select pg_get_functiondef('public.my_groups'::regproc) as sql"
  const { rows } = await pool.query<{ sql: string }>(definition)
  const id = await addShelf('red')
  const red = await follow('red')
  // This client has the server's own key, so it receives the deletion although my_groups() fails.
  const server = await follow('none', { claims: { role: 'service_role' } })
  await pool.query(`create or replace function public.my_groups() returns text[]
    language sql stable security definer set search_path = '' as 'select array[(1 / 0)::text]'`)
  await pool.query('delete from public.shelf where id = $1', [id])
  await until(() => deletionsIn(server).length > 0, 10_000)
  await pool.query(String(rows[0]?.sql))
  await receivedBy(red, 'red')
  assert.deepEqual(deletionsIn(red), [])
})
