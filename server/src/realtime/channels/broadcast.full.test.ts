// Tests broadcasts that SQL sends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, suite, test, type TestContext } from 'node:test'
import { z } from 'zod'
import type { LiveSocket } from '../../../../tests/support/live-socket.ts'
import { until } from '../../../../tests/support/until.ts'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { startRealtime, topic } from '../testing.ts'

const shared = await productDatabase(30)
const firstServer = await startRealtime({}, shared)
const secondServer = await startRealtime({}, shared)
const { pool } = shared

const broadcastSchema = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  meta: z.object({ sender: z.null(), id: z.string(), replayed: z.boolean().optional() }),
})

const broadcastsTo = ({ received }: LiveSocket) =>
  received
    .filter(({ event }) => event === 'broadcast')
    .map(({ payload }) => broadcastSchema.parse(payload))

async function joinTopic(server: typeof firstServer, config: object) {
  const person = randomUUID()
  await server.allowToRead(person)
  const socket = await server.open()
  const join = { config, access_token: server.tokenFor(person) }
  const { status, response } = await socket.ask(topic, 'phx_join', join)
  return { socket, status, response }
}

const privateChannel = { private: true }
const sendBroadcast = (event: string, isPrivate = true, payload: object = { a: 1 }) =>
  pool.query('select realtime.send($1, $2, $3, $4)', [payload, event, 'choir', isPrivate])

/** Returns a connection that is closed after the test, because an open connection would keep the process running. */
async function connectForTest(t: TestContext) {
  const client = await pool.connect()
  t.after(() => client.release(true))
  return client
}

const eventsReceivedBy = (socket: LiveSocket) => broadcastsTo(socket).map(({ event }) => event)

const observers = [
  await joinTopic(firstServer, privateChannel),
  await joinTopic(secondServer, privateChannel),
]

// Wait until all broadcasts of the test have arrived on every server.
afterEach(async () => {
  const last = randomUUID()
  await sendBroadcast(last)
  for (const { socket } of observers) await until(() => eventsReceivedBy(socket).includes(last))
})

suite('a broadcast from SQL', () => {
  // @covers wire.database-broadcast
  test('reaches the clients of its topic on every server once, with its id', async () => {
    const listeners = [
      await joinTopic(firstServer, privateChannel),
      await joinTopic(secondServer, privateChannel),
    ]
    const publicListener = await joinTopic(firstServer, {})
    await sendBroadcast('sung')
    await sendBroadcast('shouted', false)
    for (const { socket } of listeners) {
      await until(() => broadcastsTo(socket).length > 0)
      const [first] = broadcastsTo(socket)
      assert.deepEqual([first?.event, first?.payload['a']], ['sung', 1])
      assert.equal(first?.payload['id'], first?.meta.id)
    }
    await until(() => broadcastsTo(publicListener.socket).length > 0)
    assert.deepEqual(eventsReceivedBy(publicListener.socket), ['shouted'])
    for (const { socket } of listeners) assert.deepEqual(eventsReceivedBy(socket), ['sung'])
  })

  test('is not sent if its transaction is rolled back', async (t) => {
    const { socket } = await joinTopic(firstServer, privateChannel)
    const client = await connectForTest(t)
    await client.query('begin')
    await client.query("select realtime.send('{}', 'never', 'choir')")
    await client.query('rollback')
    await sendBroadcast('after')
    await until(() => broadcastsTo(socket).length > 0)
    assert.deepEqual(eventsReceivedBy(socket), ['after'])
  })

  test('without permission raises a warning and does not roll back its transaction', async (t) => {
    const client = await connectForTest(t)
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
    const { socket } = await joinTopic(secondServer, privateChannel)
    await pool.query(`select realtime.send('{}', n::text, 'choir') from generate_series(1, 2500) n`)
    await until(() => broadcastsTo(socket).length >= 2500)
    assert.deepEqual(
      eventsReceivedBy(socket),
      Array.from({ length: 2500 }, (_, index) => `${index + 1}`),
    )
  })

  test('is refused if the name of its event or topic is too long', async (t) => {
    const { socket } = await joinTopic(firstServer, privateChannel)
    const client = await connectForTest(t)
    const warnings: (string | undefined)[] = []
    client.on('notice', ({ message }) => warnings.push(message))
    const sendSql = 'select realtime.send($1, $2, $3)'
    await client.query(sendSql, ['{}', 'ü'.repeat(128), 'choir'])
    await client.query(sendSql, ['{}', 'x', 'ü'.repeat(124)])
    await client.query(sendSql, ['{}', `${'ü'.repeat(127)}x`, 'choir'])
    const warning = 'WarnSendingBroadcastMessage:'
    assert.deepEqual(warnings, [
      `${warning} The event of a broadcast can have at most 255 bytes.`,
      `${warning} The topic of a broadcast needs a name of at most 246 bytes.`,
    ])
    await until(() => eventsReceivedBy(socket).length > 0)
    assert.deepEqual(eventsReceivedBy(socket), [`${'ü'.repeat(127)}x`])
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
    const { socket } = await joinTopic(firstServer, privateChannel)
    await pool.query("insert into public.songs values (1, 'one')")
    await pool.query("update public.songs set title = 'two'")
    await pool.query('delete from public.songs')
    await until(() => broadcastsTo(socket).length > 2)
    const [one, two] = [
      { id: 1, title: 'one' },
      { id: 1, title: 'two' },
    ]
    const table = { schema: 'public', table: 'songs' }
    assert.deepEqual(
      broadcastsTo(socket).map(({ payload: { id: _id, ...payload } }) => payload),
      [
        { ...table, operation: 'INSERT', record: one, old_record: null },
        { ...table, operation: 'UPDATE', record: two, old_record: one },
        { ...table, operation: 'DELETE', record: null, old_record: two },
      ],
    )
  })
})

suite('a replay', () => {
  test('is empty for users who may not receive broadcasts', async () => {
    const person = randomUUID()
    await pool.query("insert into public.topic_readers values ('choir', $1, 'presence')", [person])
    const observer = await joinTopic(firstServer, privateChannel)
    await sendBroadcast('among us')
    await until(() => eventsReceivedBy(observer.socket).includes('among us'))
    const config = { ...privateChannel, broadcast: { replay: { since: 0 } } }
    const join = { config, access_token: firstServer.tokenFor(person) }
    const socket = await firstServer.open()
    assert.equal((await socket.ask(topic, 'phx_join', join)).status, 'ok')
    const later = await joinTopic(firstServer, config)
    await until(() => eventsReceivedBy(later.socket).includes('among us'))
    assert.deepEqual(eventsReceivedBy(socket), [])
  })

  test('starts at the given time, whatever the time zone of the sender', async (t) => {
    const since = Date.now() - 60_000
    const observer = await joinTopic(secondServer, privateChannel)
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      const client = await connectForTest(t)
      await client.query(`begin; set local timezone = '${zone}'`)
      await client.query("select realtime.send('{}', $1, 'choir')", [zone])
      await client.query('commit')
    }
    await sendBroadcast('old')
    await pool.query(
      `update realtime.messages set inserted_at = now() at time zone 'UTC' - interval '1 hour' where event = 'old'`,
    )
    // Wait until the second server has delivered all broadcasts, so that a new client gets them only from the replay.
    await until(() => eventsReceivedBy(observer.socket).includes('old'))
    const { socket } = await joinTopic(secondServer, {
      ...privateChannel,
      broadcast: { replay: { since } },
    })
    await sendBroadcast('end')
    await until(() => eventsReceivedBy(socket).includes('end'))
    assert.deepEqual(
      eventsReceivedBy(socket).filter((event) => /^Pacific|^old/.test(event)),
      ['Pacific/Kiritimati', 'Pacific/Honolulu'],
    )
  })

  // @covers wire.replay
  test('has the newest broadcasts since a time, oldest first, each of them once', async () => {
    await pool.query('delete from realtime.messages')
    const observer = await joinTopic(firstServer, privateChannel)
    await sendBroadcast('old')
    await pool.query(
      "update realtime.messages set inserted_at = now() at time zone 'UTC' - interval '1 hour'",
    )
    const since = Date.now() - 60_000
    for (const event of ['a', 'b', 'c']) await sendBroadcast(event)
    await sendBroadcast('elsewhere', false)
    await until(() => eventsReceivedBy(observer.socket).includes('c'))
    const replay = { since, limit: 2 }
    const { socket } = await joinTopic(firstServer, { ...privateChannel, broadcast: { replay } })
    await sendBroadcast('d')
    await until(() => eventsReceivedBy(socket).includes('d'))
    assert.deepEqual(eventsReceivedBy(socket), ['b', 'c', 'd'])
    assert.deepEqual(
      broadcastsTo(socket).map(({ meta }) => meta.replayed),
      [true, true, undefined],
    )
  })

  test('and the change feed deliver a recent broadcast once', async () => {
    const since = Date.now() - 1000
    await sendBroadcast('just before')
    const { socket } = await joinTopic(firstServer, {
      ...privateChannel,
      broadcast: { replay: { since, limit: 1 } },
    })
    await sendBroadcast('after')
    await until(() => eventsReceivedBy(socket).includes('after'))
    assert.deepEqual(eventsReceivedBy(socket), ['just before', 'after'])
  })

  test('needs a private topic, and numbers for its time and its limit', async () => {
    const joinResponse = async (config: object) => (await joinTopic(firstServer, config)).response
    const refusal = (reason: string) => ({ reason: `UnableToReplayMessages: ${reason}` })
    for (const replay of [{}, { since: 'x' }, { since: 1, limit: 'x' }, 7]) {
      const response = await joinResponse({ ...privateChannel, broadcast: { replay } })
      assert.deepEqual(response, refusal('Replay params are not valid'))
    }
    const publicResponse = await joinResponse({ broadcast: { replay: { since: 1 } } })
    assert.deepEqual(publicResponse, refusal('Replay is not allowed for public channels'))
  })
})

test('a client that asks for the ready event gets one', async () => {
  const { socket } = await joinTopic(firstServer, { broadcast: { replication_ready: true } })
  await until(() => socket.received.some(({ event }) => event === 'system'))
  const payload = socket.received.find(({ event }) => event === 'system')?.payload
  const message = 'Replication connection established'
  assert.deepEqual(payload, { channel: 'choir', extension: 'system', status: 'ok', message })
})
