import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { clientFor, type Client, server, visitor } from '../support/clients.ts'
import { expectRefusal, rowsOf, expectSuccess } from '../support/expect.ts'
import {
  type Actor,
  awardJob,
  messageFields,
  createActors,
  sendMessage,
} from '../support/market.ts'

suite('reading', () => {
  function unread({ id, client }: Actor) {
    const messages = client.from('messages').select('*', { count: 'exact', head: true })
    return messages.eq('recipient_id', id).eq('read', false)
  }

  // @covers 7.messages.unread
  test('counts unread messages without sending them', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    for (let sent = 0; sent < 2; sent += 1)
      await expectSuccess(
        sendMessage(contractor.client, messageFields(contractor, facility, { job_id: job })),
        201,
      )
    const { count, data } = await expectSuccess(unread(facility), 200)
    assert.deepEqual([count, data], [2, null])
    const read = { read: true }
    await expectSuccess(facility.client.from('messages').update(read).eq('job_id', job), 204)
    assert.equal((await unread(facility)).count, 0)
    assert.equal((await unread(contractor)).count, 0)
  })

  test('works only for the recipient, and is final', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    await expectSuccess(
      sendMessage(contractor.client, messageFields(contractor, facility, { job_id: job })),
      201,
    )
    const mark = (client: Client, read: boolean) =>
      client.from('messages').update({ read }).eq('job_id', job)
    await expectRefusal(mark(visitor, true), 401, '42501')
    await expectRefusal(mark(contractor.client, true), 403, '42501')
    assert.deepEqual(await rowsOf(mark(clientFor('admin'), true).select()), [])
    await expectSuccess(mark(facility.client, true), 204)
    await expectRefusal(mark(facility.client, false), 409, 'message_read')
  })

  test('messages cannot be changed or removed', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    await expectSuccess(
      sendMessage(contractor.client, messageFields(contractor, facility, { job_id: job })),
      201,
    )
    for (const { client } of [facility, contractor]) {
      const change = client.from('messages').update({ content: 'No' }).eq('job_id', job)
      await expectRefusal(change, 403, '42501')
      await expectRefusal(client.from('messages').delete().eq('job_id', job), 403, '42501')
    }
    await expectRefusal(server.from('messages').delete().eq('job_id', job), 403, '42501')
  })

  test('a visitor gets no count', async () => {
    const call = visitor.from('messages').select('*', { count: 'exact', head: true })
    const { status, count } = await call.eq('read', false)
    assert.deepEqual([status, count], [401, null])
  })
})
