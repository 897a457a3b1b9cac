import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

async function paymentOf(stage: Stage, job: string) {
  const [row = {}] = await stage.asServer('select id, status, reference, paid_at is not null as paid, refunded_at is not null as refunded from public.payments where job_id = $1', [idOf(`job ${job}`)])
  return row
}
const record = 'select status, reference from public.record_payment($1, $2)'
const refund = 'select status from public.refund_payment($1)'

export const stories: Stories = {
  'the payer records a payment once, with a reference': async (stage) => {
    const { id } = await paymentOf(stage, 'finished')
    for (const nothing of ['', '  ', null]) await stage.isRefused('fiona', 'text_missing', record, [id, nothing])
    await stage.isRefused('fiona', 'text_too_long', record, [id, 'x'.repeat(201)])
    assert.deepEqual(await stage.as('fiona', record, [id, ' Check 12 ']), [{ status: 'paid', reference: 'Check 12' }])
    assert.equal((await paymentOf(stage, 'finished'))['paid'], true)
    const { status } = await stage.isRefused('fiona', 'payment_not_pending', record, [id, 'Check 13'])
    assert.equal(status, 409)
  },

  "another user's payment and a missing one get the same answer": async (stage) => {
    const { id } = await paymentOf(stage, 'finished')
    const hidden = await stage.refusalOf('frank', record, [id, 'x'])
    const missing = await stage.refusalOf('frank', record, [idOf('no such payment'), 'x'])
    assert.deepEqual(hidden, missing)
    const { status } = await stage.isRefused('carl', 'payment_not_yours', record, [id, 'x'])
    assert.equal(status, 403)
    assert.equal(missing.status, 404)
  },

  'an admin refunds a payment once, and that is audited': async (stage) => {
    const { id } = await paymentOf(stage, 'finished')
    await stage.isRefused('ada', 'payment_not_paid', refund, [id])
    await stage.isRefused('ada', 'payment_unknown', refund, [idOf('no such payment')])
    await stage.as('fiona', record, [id, 'Check'])
    assert.deepEqual(await stage.as('ada', refund, [id]), [{ status: 'refunded' }])
    assert.equal((await paymentOf(stage, 'finished'))['refunded'], true)
    await stage.isRefused('ada', 'payment_not_paid', refund, [id])
    const [entry = {}] = await stage.as('ada', 'select action, subject from public.admin_audit_log()')
    assert.deepEqual(entry, { action: 'refund_payment', subject: id })
  },

  'a payment has computed columns for the allowed actions': async (stage) => {
    const ask = 'select public.can_record(p) as record, public.can_refund(p) as refund from public.payments p where job_id = $1'
    const of = async (person: 'fiona' | 'carl' | 'ada') => (await stage.as(person, ask, [idOf('job finished')]))[0]
    assert.deepEqual(await of('fiona'), { record: true, refund: false })
    assert.deepEqual(await of('carl'), { record: false, refund: false })
    assert.deepEqual(await of('ada'), { record: false, refund: false })
    await stage.as('fiona', record, [(await paymentOf(stage, 'finished'))['id'], 'Check'])
    assert.deepEqual(await of('fiona'), { record: false, refund: false })
    assert.deepEqual(await of('ada'), { record: false, refund: true })
  },
}
