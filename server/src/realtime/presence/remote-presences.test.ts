// Checks presences on several servers of one database. Some tests imitate another server by sending its messages.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import type { LiveSocket } from '../../../../tests/support/live-socket.ts'
import { until } from '../../../../tests/support/until.ts'
import { asAdmin, productDatabase } from '../../../tests/support/test-database.ts'
import { startLive } from '../testing.ts'

const shared = await productDatabase(30)
const [here, there] = [await startLive({}, shared), await startLive({}, shared)]

const people = z.record(
  z.string(),
  z.object({ metas: z.array(z.looseObject({ phx_ref: z.string() })) }),
)
const difference = z.object({ joins: people, leaves: people })

/** Returns the presences that a client computes from the state and the later differences. */
function seenBy({ arrived }: LiveSocket) {
  const present = new Map<string, { key: string; says: unknown }>()
  const come = (some: z.infer<typeof people>) => {
    for (const [key, { metas }] of Object.entries(some)) {
      for (const { phx_ref: ref, says } of metas) present.set(ref, { key, says })
    }
  }
  for (const { event, payload } of arrived) {
    if (event === 'presence_state') come(people.parse(payload))
    if (event !== 'presence_diff') continue
    const { joins, leaves } = difference.parse(payload)
    come(joins)
    for (const { metas } of Object.values(leaves)) {
      for (const { phx_ref: ref } of metas) present.delete(ref)
    }
  }
  return [...present.values()].map(({ key, says }) => `${key} ${String(says)}`).toSorted()
}

async function joined({ open, tokenFor }: typeof here, room: string, key?: string) {
  const socket = await open()
  const config = { presence: { enabled: true, ...(key ? { key } : {}) } }
  const join = { config, access_token: tokenFor() }
  assert.equal((await socket.ask(`realtime:${room}`, 'phx_join', join)).status, 'ok')
  const track = (says: string) =>
    socket.ask(`realtime:${room}`, 'presence', { event: 'track', payload: { says } })
  return { socket, track, sees: () => seenBy(socket) }
}

type Seeing = Pick<Awaited<ReturnType<typeof joined>>, 'sees'>

async function sees({ sees: seen }: Seeing, expected: string[]) {
  await until(() => seen().join() === expected.join())
}

/** Returns a function that sends messages as another server. */
function otherServer() {
  const id = randomUUID()
  let words = 0
  return async (word: unknown) => {
    words += 1
    const bytes = Buffer.from(JSON.stringify(word)).toString('base64')
    const parts = bytes.match(/.{1,7000}/gu) ?? []
    const payloads = parts.map((part, at) => JSON.stringify([id, words, at, parts.length, part]))
    await shared.pool.query(
      `select pg_notify('realtime_words', part)
       from unnest($1::text[]) with ordinality as each (part, place) order by place`,
      [payloads],
    )
    return id
  }
}

const herself = (room: string, key: string, says = '') => ({
  presence: 'here',
  name: room,
  isPrivate: false,
  present: [{ id: key, key, meta: { phx_ref: randomUUID(), says } }],
})

suite('a presence on another server', () => {
  // @covers wire.presence
  test('is visible to clients that join later and to clients that have joined before', async () => {
    const [ann, ben] = [await joined(here, 'hall', 'ann'), await joined(there, 'hall', 'ben')]
    await ann.track('hello')
    await sees(ben, ['ann hello'])
    await ben.track('hi')
    for (const one of [ann, ben]) await sees(one, ['ann hello', 'ben hi'])
    for (const server of [here, there]) {
      await sees(await joined(server, 'hall'), ['ann hello', 'ben hi'])
    }
    await ann.track('busy')
    await sees(ben, ['ann busy', 'ben hi'])
    await ann.socket.ask('realtime:hall', 'presence', { event: 'untrack' })
    await sees(ben, ['ben hi'])
    ben.socket.socket.close()
    await sees(ann, [])
  })

  test('is not visible in other topics or in a private topic with the same name', async () => {
    const person = randomUUID()
    await there.letIn(person)
    const socket = await there.open()
    const config = { private: true, presence: { enabled: true } }
    const join = { config, access_token: there.tokenFor(person) }
    assert.equal((await socket.ask('realtime:choir', 'phx_join', join)).status, 'ok')
    const [open, elsewhere] = [await joined(there, 'choir'), await joined(there, 'stage')]
    await (await joined(here, 'choir', 'ann')).track('x')
    await sees(open, ['ann x'])
    assert.deepEqual([seenBy(socket), elsewhere.sees()], [[], []])
  })

  test('is visible on a server that starts later', async () => {
    await (await joined(here, 'porch', 'ann')).track('x')
    await sees(await joined(await startLive({}, shared), 'porch'), ['ann x'])
  })

  test('returns after the connections of all servers were cut', async () => {
    const [ann, ben] = [await joined(here, 'bridge', 'ann'), await joined(there, 'bridge', 'ben')]
    await ann.track('before')
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${shared.name}' and query like '%realtime_words%' and pid <> pg_backend_pid()`,
    )
    await ann.track('after')
    await ben.track('after')
    for (const one of [ann, ben]) await sees(one, ['ann after', 'ben after'])
  })
})

suite('another server', () => {
  test('that goes silent loses its presences', async () => {
    const { open, tokenFor, ...rest } = await startLive(
      { presenceHeartbeatMs: 200, silentServerTimeoutMs: 1500 },
      shared,
    )
    const watcher = await joined({ open, tokenFor, ...rest }, 'quay')
    const say = otherServer()
    await say({ ...herself('quay', 'eve', 'here'), seq: 1 })
    await sees(watcher, ['eve here'])
    await sees(watcher, [])
  })

  test('gets a request for all presences after this server missed a message', async () => {
    const watcher = await joined(here, 'yard')
    const asked: unknown[] = []
    const client = await shared.pool.connect()
    client.on('notification', ({ payload = '' }) => asked.push(wordIn(payload)))
    await client.query('listen realtime_words')
    const say = otherServer()
    await say({ ...herself('yard', 'old', 'x'), seq: 1 })
    await sees(watcher, ['old x'])
    const id = await say({ presence: 'alive', seq: 5 })
    await until(() => asked.some((word) => JSON.stringify(word).includes(`"of":"${id}"`)))
    await say({ presence: 'begin', seq: 6 })
    await say({ ...herself('yard', 'new', 'y'), seq: 7 })
    await say({ presence: 'end', seq: 8 })
    await sees(watcher, ['new y'])
    client.release(true)
  })

  test('that sends invalid messages is ignored', async () => {
    const watcher = await joined(here, 'field')
    const say = otherServer()
    const person = { ...herself('field', 'eve'), seq: 1 }
    const wrong = [
      { ...person, name: '' },
      { ...person, present: [{ id: 1 }] },
      { ...person, seq: 'x' },
    ]
    for (const word of [...wrong, { presence: 'gone' }, { presence: 'nothing' }, [], 7])
      await say(word)
    await say({ ...herself('field', 'ann', 'x'), seq: 1 })
    await sees(watcher, ['ann x'])
  })

  test('counts toward the limit of a topic', async () => {
    const say = otherServer()
    const watcher = await joined(here, 'attic')
    await say({ ...herself('attic', 'eve', 'x'.repeat(255 * 1024)), seq: 1 })
    await until(() => watcher.sees().length > 0)
    const { response } = await watcher.track('y'.repeat(3000))
    assert.match(
      response.reason ?? '',
      /^PayloadTooLarge: The presence list of a topic is too large/,
    )
    await say({ presence: 'gone', name: 'attic', isPrivate: false, id: 'eve', seq: 2 })
    await sees(watcher, [])
    assert.equal((await watcher.track('y'.repeat(3000))).status, 'ok')
  })
})

const part = z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])

function wordIn(payload: string): unknown {
  const [, , , , bytes] = part.parse(JSON.parse(payload))
  return JSON.parse(Buffer.from(bytes, 'base64').toString())
}
