import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { LiveSocket } from '../../../tests/support/live-socket.ts'
import { until } from '../../../tests/support/until.ts'
import { asAdmin, productDatabase } from '../../tests/support/test-database.ts'
import { privateChannel, startRealtime, topic } from './testing.ts'

const shared = await productDatabase(30)
const firstServer = await startRealtime({}, shared)
const secondServer = await startRealtime({}, shared)

async function joinTopic({ open, allowToRead, tokenFor }: typeof firstServer, config: object) {
  const person = randomUUID()
  await allowToRead(person)
  const socket = await open()
  const { status } = await socket.ask(topic, 'phx_join', {
    ...config,
    access_token: tokenFor(person),
  })
  assert.equal(status, 'ok')
  return { person, socket }
}

const broadcastsTo = ({ received }: LiveSocket) =>
  received.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload)

const broadcast = ({ ask, secrets }: typeof firstServer, event: string, payload: unknown) => {
  const messages = [{ topic: 'choir', event, payload, private: true }]
  const headers = { apikey: secrets.serviceRoleKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ messages })
  return ask('/realtime/v1/api/broadcast', { method: 'POST', headers, body })
}

suite('several servers of a database', () => {
  test("deliver each other's messages once, in order and at any length", async () => {
    const listeners = [
      await joinTopic(firstServer, privateChannel),
      await joinTopic(secondServer, privateChannel),
    ]
    const publicListener = await joinTopic(secondServer, {})
    const long = 'ü"\\\n'.repeat(10_000)
    for (let index = 0; index < 20; index += 1)
      await broadcast(firstServer, `${index}`, { index, text: index % 5 === 0 ? long : '' })
    for (const { socket } of listeners) {
      await until(() => broadcastsTo(socket).length >= 20, 10_000)
      assert.deepEqual(
        broadcastsTo(socket),
        Array.from({ length: 20 }, (_, index) => ({
          type: 'broadcast',
          event: `${index}`,
          payload: { index, text: index % 5 === 0 ? long : '' },
          meta: { sender: null },
        })),
      )
    }
    assert.deepEqual(broadcastsTo(publicListener.socket), [])
  })

  test('identify their messages and ignore their own', async () => {
    const [speaker, listener] = [
      await joinTopic(firstServer, {}),
      await joinTopic(secondServer, {}),
    ]
    const message = { type: 'broadcast', event: 'typing', payload: { a: 1 } }
    speaker.socket.socket.send(JSON.stringify([null, null, topic, 'broadcast', message]))
    await until(() => broadcastsTo(listener.socket).length > 0)
    assert.deepEqual(broadcastsTo(listener.socket), [
      { ...message, meta: { sender: speaker.person } },
    ])
    assert.deepEqual(broadcastsTo(speaker.socket), [])
  })

  test('reconnect after they lost their database connections', async () => {
    const { socket } = await joinTopic(secondServer, privateChannel)
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${shared.name}' and query like '%realtime_words%' and pid <> pg_backend_pid()`,
    )
    await until(async () => {
      await broadcast(firstServer, 'again', {})
      return broadcastsTo(socket).length > 0
    }, 20_000)
    // After this broadcast arrives, no `again` broadcast is on its way to the next test.
    await broadcast(firstServer, 'over', {})
    await until(() => JSON.stringify(broadcastsTo(socket)).includes('"over"'))
  })

  test('ignore messages of other programs', async () => {
    const { socket } = await joinTopic(secondServer, privateChannel)
    const payloads = [
      '',
      'x',
      '[]',
      '["x",1,0,1,"bm9uc2Vuc2U="]',
      '["x",1,0,1,"e30="]',
      '["x",1,1,2,""]',
    ]
    for (const payload of payloads) {
      await shared.pool.query("select pg_notify('realtime_words', $1)", [payload])
    }
    await broadcast(firstServer, 'after', {})
    await until(() => broadcastsTo(socket).length > 0)
    assert.equal(broadcastsTo(socket).length, 1)
  })
})
