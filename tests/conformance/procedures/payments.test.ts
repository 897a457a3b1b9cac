import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { byRole } from '../support/by-role.ts'
import { as, type Client, server, visitor } from '../support/clients.ts'
import { only, refused, rowOf, rowsOf, succeeded, textIn } from '../support/expect.ts'
import { awardJob, finishJob, openMarket } from '../support/market.ts'

byRole('payments', (client) => client.from('payments').select('*'), {
  visitor: '401 42501',
  facility: 'some',
  contractor: 'some',
  consultant: 'some',
  admin: 'all',
  server: 'all',
})

async function due() {
  const market = await openMarket()
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
    const { facility, payment } = await due()
    const paid = await rowOf(record(facility.client, payment, '  Check 12 '))
    assert.deepEqual([paid['status'], paid['reference'], paid['amount']], ['paid', 'Check 12', 640])
    await refused(record(facility.client, payment), 409, 'payment_not_pending')
  })

  test('is refused for everyone else', async () => {
    const { contractor, rival, payment } = await due()
    await refused(record(visitor, payment), 401, '42501')
    await refused(record(contractor.client, payment), 403, 'payment_not_yours')
    await refused(record(as('admin'), payment), 403, 'payment_not_yours')
    await refused(record(rival.client, payment), 404, 'payment_unknown')
    await refused(record(as('facility'), payment), 404, 'payment_unknown')
    await refused(record(as('consultant'), payment), 404, 'payment_unknown')
    await succeeded(record(server, payment), 200)
  })

  test('requires a reference', async () => {
    const { facility, payment } = await due()
    await refused(record(facility.client, payment, ' '), 400, 'text_missing')
    await refused(record(facility.client, payment, 'x'.repeat(201)), 400, 'text_too_long')
  })
})

suite('refunding a payment', () => {
  test('works once for an admin, and only on paid ones', async () => {
    const { facility, payment } = await due()
    await refused(refund(as('admin'), payment), 409, 'payment_not_paid')
    await succeeded(record(facility.client, payment), 200)
    assert.equal((await rowOf(refund(as('admin'), payment)))['status'], 'refunded')
    await refused(refund(as('admin'), payment), 409, 'payment_not_paid')
    await refused(record(facility.client, payment), 409, 'payment_not_pending')
  })

  test('is refused for everyone else', async () => {
    const { facility, contractor, payment } = await due()
    await refused(refund(visitor, payment), 401, '42501')
    for (const client of [facility.client, contractor.client, as('consultant')])
      await refused(refund(client, payment), 403, '42501')
    await refused(refund(as('admin'), crypto.randomUUID()), 404, 'payment_unknown')
  })
})

suite('rows of payments', () => {
  test('cannot be written', async () => {
    const { facility, contractor, payment } = await due()
    for (const client of [facility.client, contractor.client, as('admin'), server]) {
      await refused(
        client.from('payments').update({ status: 'paid' }).eq('id', payment),
        403,
        '42501',
      )
      await refused(client.from('payments').delete().eq('id', payment), 403, '42501')
    }
  })

  test('tell which actions the user may take', async () => {
    const { facility, contractor, payment } = await due()
    const columns = (client: Client) =>
      client.from('payments').select('can_record, can_refund').eq('id', payment)
    assert.deepEqual(await rowsOf(columns(facility.client)), [
      { can_record: true, can_refund: false },
    ])
    assert.deepEqual(await rowsOf(columns(contractor.client)), [
      { can_record: false, can_refund: false },
    ])
    await succeeded(record(facility.client, payment), 200)
    assert.deepEqual(await rowsOf(columns(as('admin'))), [{ can_record: false, can_refund: true }])
  })
})
