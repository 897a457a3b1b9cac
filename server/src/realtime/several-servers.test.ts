import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { LiveSocket } from '../../../tests/support/live-socket.ts'
import { until } from '../../../tests/support/until.ts'
import { asAdmin, productDatabase } from '../../tests/support/test-database.ts'
import { secretly, startLive, topic } from './testing.ts'

const shared = await productDatabase(30)
const here = await startLive({}, shared)
const there = await startLive({}, shared)

async function joined({ open, letIn, tokenFor }: typeof here, config: object) {
  const person = randomUUID()
  await letIn(person)
  const socket = await open()
  const { status } = await socket.ask(topic, 'phx_join', {
    ...config,
    access_token: tokenFor(person),
  })
  assert.equal(status, 'ok')
  return { person, socket }
}

const heardBy = ({ arrived }: LiveSocket) =>
  arrived.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload)

const say = ({ ask, secrets }: typeof here, event: string, payload: unknown) => {
  const messages = [{ topic: 'choir', event, payload, private: true }]
  const headers = { apikey: secrets.serviceRoleKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ messages })
  return ask('/realtime/v1/api/broadcast', { method: 'POST', headers, body })
}

suite('several servers of a database', () => {
  test("deliver each other's messages once, in order and at any length", async () => {
    const listeners = [await joined(here, secretly), await joined(there, secretly)]
    const outside = await joined(there, {})
    const long = 'ü"\\\n'.repeat(10_000)
    for (let at = 0; at < 20; at += 1)
      await say(here, `${at}`, { at, text: at % 5 === 0 ? long : '' })
    for (const { socket } of listeners) {
      await until(() => heardBy(socket).length >= 20, 10_000)
      assert.deepEqual(
        heardBy(socket),
        Array.from({ length: 20 }, (_, at) => ({
          type: 'broadcast',
          event: `${at}`,
          payload: { at, text: at % 5 === 0 ? long : '' },
          meta: { sender: null },
        })),
      )
    }
    assert.deepEqual(heardBy(outside.socket), [])
  })

  test('identify their messages and ignore their own', async () => {
    const [speaker, listener] = [await joined(here, {}), await joined(there, {})]
    const said = { type: 'broadcast', event: 'typing', payload: { a: 1 } }
    speaker.socket.socket.send(JSON.stringify([null, null, topic, 'broadcast', said]))
    await until(() => heardBy(listener.socket).length > 0)
    assert.deepEqual(heardBy(listener.socket), [{ ...said, meta: { sender: speaker.person } }])
    assert.deepEqual(heardBy(speaker.socket), [])
  })

  test('reconnect after they lost their database connections', async () => {
    const { socket } = await joined(there, secretly)
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${shared.name}' and query like '%realtime_words%' and pid <> pg_backend_pid()`,
    )
    await until(async () => {
      await say(here, 'again', {})
      return heardBy(socket).length > 0
    }, 20_000)
    // This broadcast arrives last. Clients that join afterwards get none of the earlier broadcasts.
    await say(here, 'over', {})
    await until(() => JSON.stringify(heardBy(socket)).includes('"over"'))
  })

  test('ignore messages of other programs', async () => {
    const { socket } = await joined(there, secretly)
    const words = [
      '',
      'x',
      '[]',
      '["x",1,0,1,"bm9uc2Vuc2U="]',
      '["x",1,0,1,"e30="]',
      '["x",1,1,2,""]',
    ]
    for (const word of words) {
      await shared.pool.query("select pg_notify('realtime_words', $1)", [word])
    }
    await say(here, 'after', {})
    await until(() => heardBy(socket).length > 0)
    assert.equal(heardBy(socket).length, 1)
  })
})
