import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { clientFor, type Client, server, visitor } from '../support/clients.ts'
import { only, expectRefusal, rowOf, rowsOf, expectSuccess, textIn } from '../support/expect.ts'
import { awardJob, finishJob, createActors } from '../support/market.ts'

testByRole('payments', (client) => client.from('payments').select('*'), {
  visitor: '401 42501',
  facility: 'some',
  contractor: 'some',
  consultant: 'some',
  admin: 'all',
  server: 'all',
})

async function createDuePayment() {
  const market = await createActors()
  const { job } = await awardJob(market.facility, market.contractor, 640)
  await finishJob(market.contractor, job)
  const call = market.facility.client.from('payments').select('id').eq('job_id', job)
  return { ...market, payment: textIn(only(await rowsOf(call)), 'id') }
}

const record = (client: Client, payment_id: string, reference = 'Check 12') =>
  client.rpc('record_payment', { payment_id, reference })
const refund = (client: Client, payment_id: string) => client.rpc('refund_payment', { payment_id })

suite('recording a payment', () => {
  test('works once for the payer', async () => {
    const { facility, payment } = await createDuePayment()
    const paid = await rowOf(record(facility.client, payment, '  Check 12 '))
    assert.deepEqual([paid['status'], paid['reference'], paid['amount']], ['paid', 'Check 12', 640])
    await expectRefusal(record(facility.client, payment), 409, 'payment_not_pending')
  })

  test('is refused for everyone else', async () => {
    const { contractor, rival, payment } = await createDuePayment()
    await expectRefusal(record(visitor, payment), 401, '42501')
    await expectRefusal(record(contractor.client, payment), 403, 'payment_not_yours')
    await expectRefusal(record(clientFor('admin'), payment), 403, 'payment_not_yours')
    await expectRefusal(record(rival.client, payment), 404, 'payment_unknown')
    await expectRefusal(record(clientFor('facility'), payment), 404, 'payment_unknown')
    await expectRefusal(record(clientFor('consultant'), payment), 404, 'payment_unknown')
    await expectSuccess(record(server, payment), 200)
  })

  test('requires a reference', async () => {
    const { facility, payment } = await createDuePayment()
    await expectRefusal(record(facility.client, payment, ' '), 400, 'text_missing')
    await expectRefusal(record(facility.client, payment, 'x'.repeat(201)), 400, 'text_too_long')
  })
})

suite('refunding a payment', () => {
  test('works once for an admin, and only on paid ones', async () => {
    const { facility, payment } = await createDuePayment()
    await expectRefusal(refund(clientFor('admin'), payment), 409, 'payment_not_paid')
    await expectSuccess(record(facility.client, payment), 200)
    assert.equal((await rowOf(refund(clientFor('admin'), payment)))['status'], 'refunded')
    await expectRefusal(refund(clientFor('admin'), payment), 409, 'payment_not_paid')
    await expectRefusal(record(facility.client, payment), 409, 'payment_not_pending')
  })

  test('is refused for everyone else', async () => {
    const { facility, contractor, payment } = await createDuePayment()
    await expectRefusal(refund(visitor, payment), 401, '42501')
    for (const client of [facility.client, contractor.client, clientFor('consultant')])
      await expectRefusal(refund(client, payment), 403, '42501')
    await expectRefusal(refund(clientFor('admin'), crypto.randomUUID()), 404, 'payment_unknown')
  })
})

suite('rows of payments', () => {
  test('cannot be written', async () => {
    const { facility, contractor, payment } = await createDuePayment()
    for (const client of [facility.client, contractor.client, clientFor('admin'), server]) {
      await expectRefusal(
        client.from('payments').update({ status: 'paid' }).eq('id', payment),
        403,
        '42501',
      )
      await expectRefusal(client.from('payments').delete().eq('id', payment), 403, '42501')
    }
  })

  test('tell which actions the user may take', async () => {
    const { facility, contractor, payment } = await createDuePayment()
    const columns = (client: Client) =>
      client.from('payments').select('can_record, can_refund').eq('id', payment)
    assert.deepEqual(await rowsOf(columns(facility.client)), [
      { can_record: true, can_refund: false },
    ])
    assert.deepEqual(await rowsOf(columns(contractor.client)), [
      { can_record: false, can_refund: false },
    ])
    await expectSuccess(record(facility.client, payment), 200)
    assert.deepEqual(await rowsOf(columns(clientFor('admin'))), [
      { can_record: false, can_refund: true },
    ])
  })
})
