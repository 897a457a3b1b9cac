import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { LiveSocket } from '../../../../tests/support/live-socket.ts'
import { until } from '../../../../tests/support/until.ts'
import { loadReadableExtensions } from '../channels/authorization.ts'
import { privateChannel, startRealtime, topic } from '../testing.ts'

const { ask, pool, secrets, open, allowToRead, tokenFor } = await startRealtime({
  rightsCheckIntervalMs: 50,
})

async function joinAsReader(person = randomUUID()) {
  await allowToRead(person)
  const socket = await open()
  const payload = { ...privateChannel, access_token: tokenFor(person) }
  assert.equal((await socket.ask(topic, 'phx_join', payload)).status, 'ok')
  return { person, socket }
}

const broadcast = async (event: string) => {
  const messages = [{ topic: 'choir', event, payload: {}, private: true }]
  const headers = { apikey: secrets.serviceRoleKey, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ messages }) }
  assert.equal((await ask('/realtime/v1/api/broadcast', request)).status, 202)
}

const eventsReceivedBy = ({ received }: LiveSocket) =>
  received.filter(({ topic: messageTopic }) => messageTopic === topic).map(({ event }) => event)

suite('a user who loses the read permission on a private topic', () => {
  test('gets the reason and leaves the channel, and others stay', async () => {
    const [leaving, staying] = [await joinAsReader(), await joinAsReader()]
    await pool.query('delete from public.topic_readers where person = $1', [leaving.person])
    await until(() => eventsReceivedBy(leaving.socket).includes('phx_close'), 10_000)
    await broadcast('afterwards')
    await until(() => eventsReceivedBy(staying.socket).includes('broadcast'))
    assert.deepEqual(eventsReceivedBy(leaving.socket), ['phx_reply', 'system', 'phx_close'])
    const systemMessage = leaving.socket.received.find(({ event }) => event === 'system')
    assert.deepEqual(systemMessage?.payload, {
      channel: 'choir',
      extension: 'system',
      status: 'error',
      message: 'Unauthorized: You do not have permissions to read from this Channel topic: choir',
    })
    assert.deepEqual(eventsReceivedBy(staying.socket), ['phx_reply', 'broadcast'])
    const { rows } = await pool.query('select count(*)::int as left_behind from realtime.messages')
    assert.deepEqual(rows, [{ left_behind: 0 }])
  })

  test('stays in the channel if only the permission for broadcasts is lost', async () => {
    const { person, socket } = await joinAsReader()
    const observer = await joinAsReader()
    await pool.query(
      "delete from public.topic_readers where person = $1 and extension = 'broadcast'",
      [person],
    )
    await until(async () => {
      const countBefore = eventsReceivedBy(socket).length
      await broadcast('again')
      await until(() => eventsReceivedBy(observer.socket).includes('broadcast'))
      observer.socket.received.length = 0
      return eventsReceivedBy(socket).length === countBefore
    }, 10_000)
    assert.ok(!eventsReceivedBy(socket).includes('phx_close'))
  })

  test('is removed even if the policy fails for another user', async () => {
    const [leaving, broken] = [await joinAsReader(), await joinAsReader()]
    await pool.query(
      `create policy failing on realtime.messages as restrictive for select to authenticated
       using ((select auth.uid()) <> '${broken.person}' or 1 / (extension = '')::int = 1)`,
    )
    await pool.query('delete from public.topic_readers where person = $1', [leaving.person])
    await until(() => eventsReceivedBy(leaving.socket).includes('phx_close'), 10_000)
    await until(() => eventsReceivedBy(broken.socket).includes('phx_close'), 10_000)
    const systemMessage = broken.socket.received.find(({ event }) => event === 'system')
    assert.match(JSON.stringify(systemMessage?.payload), /UnknownErrorOnChannel/)
    await pool.query('drop policy failing on realtime.messages')
  })
})

test('a check of several users and topics returns the rights of each channel', async () => {
  const [reader, listener, stranger] = [randomUUID(), randomUUID(), randomUUID()]
  await allowToRead(reader)
  await pool.query(
    `insert into public.topic_readers values ('choir', $1, 'presence'), ('band', $1, 'broadcast')`,
    [listener],
  )
  const channelOf = (name: string, sub: string) => ({
    name,
    identity: { role: 'authenticated', claims: JSON.stringify({ sub }) },
  })
  const rights = await loadReadableExtensions(pool, [
    channelOf('choir', listener),
    channelOf('band', reader),
    channelOf('band', listener),
    channelOf('choir', stranger),
    channelOf('choir', reader),
  ])
  assert.deepEqual(
    rights.map((readable) => [...readable].toSorted()),
    [['presence'], [], ['broadcast'], [], ['broadcast', 'presence']],
  )
})
