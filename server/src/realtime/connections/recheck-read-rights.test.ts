import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { LiveSocket } from '../../../../tests/support/live-socket.ts'
import { until } from '../../../../tests/support/until.ts'
import { secretly, startLive, topic } from '../testing.ts'

const { ask, pool, secrets, open, letIn, tokenFor } = await startLive({ rightsCheckIntervalMs: 50 })

async function hearer(person = randomUUID()) {
  await letIn(person)
  const socket = await open()
  const payload = { ...secretly, access_token: tokenFor(person) }
  assert.equal((await socket.ask(topic, 'phx_join', payload)).status, 'ok')
  return { person, socket }
}

const say = async (event: string) => {
  const messages = [{ topic: 'choir', event, payload: {}, private: true }]
  const headers = { apikey: secrets.serviceRoleKey, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ messages }) }
  assert.equal((await ask('/realtime/v1/api/broadcast', request)).status, 202)
}

const eventsIn = ({ arrived }: LiveSocket) =>
  arrived.filter(({ topic: of }) => of === topic).map(({ event }) => event)

suite('a user who loses the read permission on a private topic', () => {
  test('gets the reason and leaves the channel, and others stay', async () => {
    const [leaving, staying] = [await hearer(), await hearer()]
    await pool.query('delete from public.hearers where person = $1', [leaving.person])
    await until(() => eventsIn(leaving.socket).includes('phx_close'), 10_000)
    await say('afterwards')
    await until(() => eventsIn(staying.socket).includes('broadcast'))
    assert.deepEqual(eventsIn(leaving.socket), ['phx_reply', 'system', 'phx_close'])
    const told = leaving.socket.arrived.find(({ event }) => event === 'system')
    assert.deepEqual(told?.payload, {
      channel: 'choir',
      extension: 'system',
      status: 'error',
      message: 'Unauthorized: You do not have permissions to read from this Channel topic: choir',
    })
    assert.deepEqual(eventsIn(staying.socket), ['phx_reply', 'broadcast'])
    const { rows } = await pool.query('select count(*)::int as left_behind from realtime.messages')
    assert.deepEqual(rows, [{ left_behind: 0 }])
  })

  test('stays for presence after losing only broadcasts', async () => {
    const { person, socket } = await hearer()
    const witness = await hearer()
    await pool.query("delete from public.hearers where person = $1 and extension = 'broadcast'", [
      person,
    ])
    await until(async () => {
      const before = eventsIn(socket).length
      await say('again')
      await until(() => eventsIn(witness.socket).includes('broadcast'))
      witness.socket.arrived.length = 0
      return eventsIn(socket).length === before
    }, 10_000)
    assert.ok(!eventsIn(socket).includes('phx_close'))
  })

  test('is removed even if the policy fails for another user', async () => {
    const [leaving, broken] = [await hearer(), await hearer()]
    await pool.query(
      `create policy failing on realtime.messages as restrictive for select to authenticated
       using ((select auth.uid()) <> '${broken.person}' or 1 / (extension = '')::int = 1)`,
    )
    await pool.query('delete from public.hearers where person = $1', [leaving.person])
    await until(() => eventsIn(leaving.socket).includes('phx_close'), 10_000)
    await until(() => eventsIn(broken.socket).includes('phx_close'), 10_000)
    const told = broken.socket.arrived.find(({ event }) => event === 'system')
    assert.match(JSON.stringify(told?.payload), /UnknownErrorOnChannel/)
    await pool.query('drop policy failing on realtime.messages')
  })
})
