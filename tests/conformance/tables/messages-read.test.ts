import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { as, type Client, server, visitor } from '../support/clients.ts'
import { refused, rowsOf, succeeded } from '../support/expect.ts'
import { type Actor, awardJob, message, openMarket, send } from '../support/market.ts'

suite('reading', () => {
  function unread({ id, client }: Actor) {
    const messages = client.from('messages').select('*', { count: 'exact', head: true })
    return messages.eq('recipient_id', id).eq('read', false)
  }

  // @covers 7.messages.unread
  test('counts unread messages without sending them', async () => {
    const { facility, contractor } = await openMarket()
    const { job } = await awardJob(facility, contractor)
    for (let sent = 0; sent < 2; sent += 1)
      await succeeded(send(contractor.client, message(contractor, facility, { job_id: job })), 201)
    const { count, data } = await succeeded(unread(facility), 200)
    assert.deepEqual([count, data], [2, null])
    const read = { read: true }
    await succeeded(facility.client.from('messages').update(read).eq('job_id', job), 204)
    assert.equal((await unread(facility)).count, 0)
    assert.equal((await unread(contractor)).count, 0)
  })

  test('works only for the recipient, and is final', async () => {
    const { facility, contractor } = await openMarket()
    const { job } = await awardJob(facility, contractor)
    await succeeded(send(contractor.client, message(contractor, facility, { job_id: job })), 201)
    const mark = (client: Client, read: boolean) =>
      client.from('messages').update({ read }).eq('job_id', job)
    await refused(mark(visitor, true), 401, '42501')
    await refused(mark(contractor.client, true), 403, '42501')
    assert.deepEqual(await rowsOf(mark(as('admin'), true).select()), [])
    await succeeded(mark(facility.client, true), 204)
    await refused(mark(facility.client, false), 409, 'message_read')
  })

  test('messages cannot be changed or removed', async () => {
    const { facility, contractor } = await openMarket()
    const { job } = await awardJob(facility, contractor)
    await succeeded(send(contractor.client, message(contractor, facility, { job_id: job })), 201)
    for (const { client } of [facility, contractor]) {
      const change = client.from('messages').update({ content: 'No' }).eq('job_id', job)
      await refused(change, 403, '42501')
      await refused(client.from('messages').delete().eq('job_id', job), 403, '42501')
    }
    await refused(server.from('messages').delete().eq('job_id', job), 403, '42501')
  })

  test('a visitor gets no count', async () => {
    const call = visitor.from('messages').select('*', { count: 'exact', head: true })
    const { status, count } = await call.eq('read', false)
    assert.deepEqual([status, count], [401, null])
  })
})
