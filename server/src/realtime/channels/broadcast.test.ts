// Tests broadcasts that SQL sends. They arrive on every server after the commit, and clients can request a replay.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, suite, test, type TestContext } from 'node:test'
import { z } from 'zod'
import type { LiveSocket } from '../../../../tests/support/live-socket.ts'
import { until } from '../../../../tests/support/until.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { startLive, topic } from '../testing.ts'

const shared = await productDatabase(30)
const here = await startLive({}, shared)
const there = await startLive({}, shared)
const { pool } = shared

const told = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  meta: z.object({ sender: z.null(), id: z.string(), replayed: z.boolean().optional() }),
})

const heardBy = ({ arrived }: LiveSocket) =>
  arrived.filter(({ event }) => event === 'broadcast').map(({ payload }) => told.parse(payload))

async function joined(server: typeof here, config: object) {
  const person = randomUUID()
  await server.letIn(person)
  const socket = await server.open()
  const join = { config, access_token: server.tokenFor(person) }
  const { status, response } = await socket.ask(topic, 'phx_join', join)
  return { socket, status, response }
}

const secret = { private: true }
const say = (event: string, isPrivate = true, payload: object = { a: 1 }) =>
  pool.query('select realtime.send($1, $2, $3, $4)', [payload, event, 'choir', isPrivate])

/** Returns a connection that is closed after the test. An open connection would keep the test process running. */
async function ownConnection(t: TestContext) {
  const client = await pool.connect()
  t.after(() => client.release(true))
  return client
}

const eventsOf = (socket: LiveSocket) => heardBy(socket).map(({ event }) => event)

const witnesses = [await joined(here, secret), await joined(there, secret)]

// Waits until all broadcasts of the test have arrived on every server.
afterEach(async () => {
  const last = randomUUID()
  await say(last)
  for (const { socket } of witnesses) await until(() => eventsOf(socket).includes(last))
})

suite('a broadcast from SQL', () => {
  // @covers wire.database-broadcast
  test('reaches the clients of its topic on every server once, with its id', async () => {
    const listeners = [await joined(here, secret), await joined(there, secret)]
    const outside = await joined(here, {})
    await say('sung')
    await say('shouted', false)
    for (const { socket } of listeners) {
      await until(() => heardBy(socket).length > 0)
      const [first] = heardBy(socket)
      assert.deepEqual([first?.event, first?.payload['a']], ['sung', 1])
      assert.equal(first?.payload['id'], first?.meta.id)
    }
    await until(() => heardBy(outside.socket).length > 0)
    assert.deepEqual(eventsOf(outside.socket), ['shouted'])
    for (const { socket } of listeners) assert.deepEqual(eventsOf(socket), ['sung'])
  })

  test('is not sent if its transaction is rolled back', async (t) => {
    const { socket } = await joined(here, secret)
    const client = await ownConnection(t)
    await client.query('begin')
    await client.query("select realtime.send('{}', 'never', 'choir')")
    await client.query('rollback')
    await say('after')
    await until(() => heardBy(socket).length > 0)
    assert.deepEqual(eventsOf(socket), ['after'])
  })

  test('without permission raises a warning and does not roll back its transaction', async (t) => {
    const client = await ownConnection(t)
    const warnings: (string | undefined)[] = []
    client.on('notice', ({ message }) => warnings.push(message))
    await client.query(
      "begin; set local role authenticated; select realtime.send('{}', 'x', 'choir')",
    )
    await client.query('commit')
    assert.match(
      String(warnings),
      /^WarnSendingBroadcastMessage: new row violates row-level security/,
    )
  })

  test('arrives in the order of the transaction, even if there are many', async () => {
    const { socket } = await joined(there, secret)
    await pool.query(`select realtime.send('{}', n::text, 'choir') from generate_series(1, 2500) n`)
    await until(() => heardBy(socket).length >= 2500)
    assert.deepEqual(
      eventsOf(socket),
      Array.from({ length: 2500 }, (_, at) => `${at + 1}`),
    )
  })

  test('is refused if the name of its event or topic is too long', async (t) => {
    const { socket } = await joined(here, secret)
    const client = await ownConnection(t)
    const warnings: (string | undefined)[] = []
    client.on('notice', ({ message }) => warnings.push(message))
    const said = 'select realtime.send($1, $2, $3)'
    await client.query(said, ['{}', 'ü'.repeat(128), 'choir'])
    await client.query(said, ['{}', 'x', 'ü'.repeat(124)])
    await client.query(said, ['{}', `${'ü'.repeat(127)}x`, 'choir'])
    const words = 'WarnSendingBroadcastMessage:'
    assert.deepEqual(warnings, [
      `${words} The event of a broadcast can have at most 255 bytes.`,
      `${words} The topic of a broadcast needs a name of at most 246 bytes.`,
    ])
    await until(() => eventsOf(socket).length > 0)
    assert.deepEqual(eventsOf(socket), [`${'ü'.repeat(127)}x`])
  })

  test('about a changed row contains the row before and after the change', async () => {
    await pool.query(`
      create table public.songs (id int primary key, title text);
      create function public.tell_song() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('choir', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.songs
        for each row execute function public.tell_song()`)
    const { socket } = await joined(here, secret)
    await pool.query("insert into public.songs values (1, 'one')")
    await pool.query("update public.songs set title = 'two'")
    await pool.query('delete from public.songs')
    await until(() => heardBy(socket).length > 2)
    const [one, two] = [
      { id: 1, title: 'one' },
      { id: 1, title: 'two' },
    ]
    const of = { schema: 'public', table: 'songs' }
    assert.deepEqual(
      heardBy(socket).map(({ payload: { id: _id, ...payload } }) => payload),
      [
        { ...of, operation: 'INSERT', record: one, old_record: null },
        { ...of, operation: 'UPDATE', record: two, old_record: one },
        { ...of, operation: 'DELETE', record: null, old_record: two },
      ],
    )
  })
})

suite('a replay', () => {
  test('is empty for users who may not receive broadcasts', async () => {
    const person = randomUUID()
    await pool.query("insert into public.hearers values ('choir', $1, 'presence')", [person])
    const witness = await joined(here, secret)
    await say('among us')
    await until(() => eventsOf(witness.socket).includes('among us'))
    const config = { ...secret, broadcast: { replay: { since: 0 } } }
    const join = { config, access_token: here.tokenFor(person) }
    const socket = await here.open()
    assert.equal((await socket.ask(topic, 'phx_join', join)).status, 'ok')
    const later = await joined(here, config)
    await until(() => eventsOf(later.socket).includes('among us'))
    assert.deepEqual(eventsOf(socket), [])
  })

  test('starts at the given time, whatever the time zone of the sender', async (t) => {
    const since = Date.now() - 60_000
    const witness = await joined(there, secret)
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      const client = await ownConnection(t)
      await client.query(`begin; set local timezone = '${zone}'`)
      await client.query("select realtime.send('{}', $1, 'choir')", [zone])
      await client.query('commit')
    }
    await say('old')
    await pool.query(
      `update realtime.messages set inserted_at = now() at time zone 'UTC' - interval '1 hour' where event = 'old'`,
    )
    // Wait until no broadcast is pending.
    await until(() => eventsOf(witness.socket).includes('old'))
    const { socket } = await joined(there, { ...secret, broadcast: { replay: { since } } })
    await say('end')
    await until(() => eventsOf(socket).includes('end'))
    assert.deepEqual(
      eventsOf(socket).filter((event) => /^Pacific|^old/.test(event)),
      ['Pacific/Kiritimati', 'Pacific/Honolulu'],
    )
  })

  // @covers wire.replay
  test('has the newest broadcasts since a time, oldest first, each of them once', async () => {
    await pool.query('delete from realtime.messages')
    const witness = await joined(here, secret)
    await say('old')
    await pool.query(
      "update realtime.messages set inserted_at = now() at time zone 'UTC' - interval '1 hour'",
    )
    const since = Date.now() - 60_000
    for (const event of ['a', 'b', 'c']) await say(event)
    await say('elsewhere', false)
    await until(() => eventsOf(witness.socket).includes('c'))
    const replay = { since, limit: 2 }
    const { socket } = await joined(here, { ...secret, broadcast: { replay } })
    await say('d')
    await until(() => eventsOf(socket).includes('d'))
    assert.deepEqual(eventsOf(socket), ['b', 'c', 'd'])
    assert.deepEqual(
      heardBy(socket).map(({ meta }) => meta.replayed),
      [true, true, undefined],
    )
  })

  test('and the change feed deliver a recent broadcast once', async () => {
    const since = Date.now() - 1000
    await say('just before')
    const { socket } = await joined(here, { ...secret, broadcast: { replay: { since, limit: 1 } } })
    await say('after')
    await until(() => eventsOf(socket).includes('after'))
    assert.deepEqual(eventsOf(socket), ['just before', 'after'])
  })

  test('needs a private topic and numbers', async () => {
    const tried = async (config: object) => (await joined(here, config)).response
    const refused = (why: string) => ({ reason: `UnableToReplayMessages: ${why}` })
    for (const replay of [{}, { since: 'x' }, { since: 1, limit: 'x' }, 7]) {
      const answer = await tried({ ...secret, broadcast: { replay } })
      assert.deepEqual(answer, refused('Replay params are not valid'))
    }
    const open = await tried({ broadcast: { replay: { since: 1 } } })
    assert.deepEqual(open, refused('Replay is not allowed for public channels'))
  })
})

test('a client that asks for the ready event gets one', async () => {
  const { socket } = await joined(here, { broadcast: { replication_ready: true } })
  await until(() => socket.arrived.some(({ event }) => event === 'system'))
  const said = socket.arrived.find(({ event }) => event === 'system')?.payload
  const message = 'Replication connection established'
  assert.deepEqual(said, { channel: 'choir', extension: 'system', status: 'ok', message })
})
