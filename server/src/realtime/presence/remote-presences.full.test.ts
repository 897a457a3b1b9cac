// Checks presences on several servers of one database.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import type { LiveSocket } from '../../../../tests/support/live-socket.ts'
import { until } from '../../../../tests/support/until.ts'
import { asAdmin, productDatabase } from '../../../tests/support/test-database.ts'
import { startRealtime } from '../testing.ts'

const shared = await productDatabase(30)
const [firstServer, secondServer] = [
  await startRealtime({}, shared),
  await startRealtime({}, shared),
]

const presences = z.record(
  z.string(),
  z.object({ metas: z.array(z.looseObject({ phx_ref: z.string() })) }),
)
const presenceDiff = z.object({ joins: presences, leaves: presences })

/** Returns the presences that the client knows from the state and the later differences. */
function presencesSeenBy({ received }: LiveSocket) {
  const present = new Map<string, { key: string; status: unknown }>()
  const add = (added: z.infer<typeof presences>) => {
    for (const [key, { metas }] of Object.entries(added)) {
      for (const { phx_ref: ref, status } of metas) present.set(ref, { key, status })
    }
  }
  for (const { event, payload } of received) {
    if (event === 'presence_state') add(presences.parse(payload))
    if (event !== 'presence_diff') continue
    const { joins, leaves } = presenceDiff.parse(payload)
    add(joins)
    for (const { metas } of Object.values(leaves)) {
      for (const { phx_ref: ref } of metas) present.delete(ref)
    }
  }
  return [...present.values()].map(({ key, status }) => `${key} ${String(status)}`).toSorted()
}

async function joinTopic({ open, tokenFor }: typeof firstServer, room: string, key?: string) {
  const socket = await open()
  const config = { presence: { enabled: true, ...(key ? { key } : {}) } }
  const join = { config, access_token: tokenFor() }
  assert.equal((await socket.ask(`realtime:${room}`, 'phx_join', join)).status, 'ok')
  const track = (status: string) =>
    socket.ask(`realtime:${room}`, 'presence', { event: 'track', payload: { status } })
  return { socket, track, presences: () => presencesSeenBy(socket) }
}

type Watcher = Pick<Awaited<ReturnType<typeof joinTopic>>, 'presences'>

async function expectPresences({ presences: readPresences }: Watcher, expected: string[]) {
  await until(() => readPresences().join() === expected.join())
}

/** Returns a function that sends messages in the name of another server. */
function imitateServer() {
  const id = randomUUID()
  let messageCount = 0
  return async (message: unknown) => {
    messageCount += 1
    const bytes = Buffer.from(JSON.stringify(message)).toString('base64')
    const parts = bytes.match(/.{1,7000}/gu) ?? []
    const payloads = parts.map((part, index) =>
      JSON.stringify([id, messageCount, index, parts.length, part]),
    )
    await shared.pool.query(
      `select pg_notify('realtime_words', part)
       from unnest($1::text[]) with ordinality as each (part, place) order by place`,
      [payloads],
    )
    return id
  }
}

const presenceMessage = (room: string, key: string, status = '') => ({
  presence: 'here',
  name: room,
  isPrivate: false,
  present: [{ id: key, key, meta: { phx_ref: randomUUID(), status } }],
})

suite('a presence on another server', () => {
  // @covers wire.presence
  test('is visible to clients that join later and to clients that have joined before', async () => {
    const [ann, ben] = [
      await joinTopic(firstServer, 'hall', 'ann'),
      await joinTopic(secondServer, 'hall', 'ben'),
    ]
    await ann.track('hello')
    await expectPresences(ben, ['ann hello'])
    await ben.track('hi')
    for (const client of [ann, ben]) await expectPresences(client, ['ann hello', 'ben hi'])
    for (const server of [firstServer, secondServer]) {
      await expectPresences(await joinTopic(server, 'hall'), ['ann hello', 'ben hi'])
    }
    await ann.track('busy')
    await expectPresences(ben, ['ann busy', 'ben hi'])
    await ann.socket.ask('realtime:hall', 'presence', { event: 'untrack' })
    await expectPresences(ben, ['ben hi'])
    ben.socket.socket.close()
    await expectPresences(ann, [])
  })

  test('is not visible in other topics or in a private topic with the same name', async () => {
    const person = randomUUID()
    await secondServer.allowToRead(person)
    const socket = await secondServer.open()
    const config = { private: true, presence: { enabled: true } }
    const join = { config, access_token: secondServer.tokenFor(person) }
    assert.equal((await socket.ask('realtime:choir', 'phx_join', join)).status, 'ok')
    const [open, otherTopic] = [
      await joinTopic(secondServer, 'choir'),
      await joinTopic(secondServer, 'stage'),
    ]
    await (await joinTopic(firstServer, 'choir', 'ann')).track('x')
    await expectPresences(open, ['ann x'])
    assert.deepEqual([presencesSeenBy(socket), otherTopic.presences()], [[], []])
  })

  test('is visible on a server that starts later', async () => {
    await (await joinTopic(firstServer, 'porch', 'ann')).track('x')
    await expectPresences(await joinTopic(await startRealtime({}, shared), 'porch'), ['ann x'])
  })

  test('returns after the connections of all servers were cut', async () => {
    const [ann, ben] = [
      await joinTopic(firstServer, 'bridge', 'ann'),
      await joinTopic(secondServer, 'bridge', 'ben'),
    ]
    await ann.track('before')
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${shared.name}' and query like '%realtime_words%' and pid <> pg_backend_pid()`,
    )
    await ann.track('after')
    await ben.track('after')
    for (const client of [ann, ben]) await expectPresences(client, ['ann after', 'ben after'])
  })
})

suite('another server', () => {
  test('that goes silent loses its presences', async () => {
    const { open, tokenFor, ...rest } = await startRealtime(
      { presenceHeartbeatMs: 200, silentServerTimeoutMs: 1500 },
      shared,
    )
    const watcher = await joinTopic({ open, tokenFor, ...rest }, 'quay')
    const sendMessage = imitateServer()
    await sendMessage({ ...presenceMessage('quay', 'eve', 'here'), seq: 1 })
    await expectPresences(watcher, ['eve here'])
    await expectPresences(watcher, [])
  })

  test('gets a request for all presences after this server missed a message', async () => {
    const watcher = await joinTopic(firstServer, 'yard')
    const receivedMessages: unknown[] = []
    const client = await shared.pool.connect()
    client.on('notification', ({ payload = '' }) => receivedMessages.push(decodeMessage(payload)))
    await client.query('listen realtime_words')
    const sendMessage = imitateServer()
    await sendMessage({ ...presenceMessage('yard', 'old', 'x'), seq: 1 })
    await expectPresences(watcher, ['old x'])
    const id = await sendMessage({ presence: 'alive', seq: 5 })
    await until(() =>
      receivedMessages.some((message) => JSON.stringify(message).includes(`"of":"${id}"`)),
    )
    await sendMessage({ presence: 'begin', seq: 6 })
    await sendMessage({ ...presenceMessage('yard', 'new', 'y'), seq: 7 })
    await sendMessage({ presence: 'end', seq: 8 })
    await expectPresences(watcher, ['new y'])
    client.release(true)
  })

  test('that sends invalid messages is ignored', async () => {
    const watcher = await joinTopic(firstServer, 'field')
    const sendMessage = imitateServer()
    const valid = { ...presenceMessage('field', 'eve'), seq: 1 }
    const invalidMessages = [
      { ...valid, name: '' },
      { ...valid, present: [{ id: 1 }] },
      { ...valid, seq: 'x' },
    ]
    for (const message of [
      ...invalidMessages,
      { presence: 'gone' },
      { presence: 'nothing' },
      [],
      7,
    ])
      await sendMessage(message)
    await sendMessage({ ...presenceMessage('field', 'ann', 'x'), seq: 1 })
    await expectPresences(watcher, ['ann x'])
  })

  test('counts toward the limit of a topic', async () => {
    const sendMessage = imitateServer()
    const watcher = await joinTopic(firstServer, 'attic')
    await sendMessage({ ...presenceMessage('attic', 'eve', 'x'.repeat(255 * 1024)), seq: 1 })
    await until(() => watcher.presences().length > 0)
    const { response } = await watcher.track('y'.repeat(3000))
    assert.match(
      response.reason ?? '',
      /^PayloadTooLarge: The presence list of a topic is too large/,
    )
    await sendMessage({ presence: 'gone', name: 'attic', isPrivate: false, id: 'eve', seq: 2 })
    await expectPresences(watcher, [])
    assert.equal((await watcher.track('y'.repeat(3000))).status, 'ok')
  })
})

const envelope = z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])

function decodeMessage(payload: string): unknown {
  const [, , , , bytes] = envelope.parse(JSON.parse(payload))
  return JSON.parse(Buffer.from(bytes, 'base64').toString())
}
