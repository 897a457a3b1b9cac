import assert from 'node:assert/strict'
import { blankTexts } from '../support/blank-texts.ts'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

async function paymentOf(stage: Stage, job: string) {
  const [row = {}] = await stage.asServer('select id, status, reference, paid_at is not null as paid, refunded_at is not null as refunded from public.payments where job_id = $1', [idOf(`job ${job}`)])
  return row
}
const recordPayment = 'select status, reference from public.record_payment($1, $2)'
const refundPayment = 'select status from public.refund_payment($1)'

export const stories: Stories = {
  'the payer records a payment once, with a reference': async (stage) => {
    const { id } = await paymentOf(stage, 'finished')
    for (const nothing of [...blankTexts, null]) await stage.assertRefused('fiona', 'text_missing', recordPayment, [id, nothing])
    await stage.assertRefused('fiona', 'text_too_long', recordPayment, [id, 'x'.repeat(201)])
    assert.deepEqual(await stage.as('fiona', recordPayment, [id, ' Check 12 ']), [{ status: 'paid', reference: 'Check 12' }])
    assert.equal((await paymentOf(stage, 'finished'))['paid'], true)
    const { status } = await stage.assertRefused('fiona', 'payment_not_pending', recordPayment, [id, 'Check 13'])
    assert.equal(status, 409)
  },

  "another user's payment and a missing one get the same answer": async (stage) => {
    const { id } = await paymentOf(stage, 'finished')
    const hidden = await stage.refusalOf('frank', recordPayment, [id, 'x'])
    const missing = await stage.refusalOf('frank', recordPayment, [idOf('no such payment'), 'x'])
    assert.deepEqual(hidden, missing)
    const { status } = await stage.assertRefused('carl', 'payment_not_yours', recordPayment, [id, 'x'])
    assert.equal(status, 403)
    assert.equal(missing.status, 404)
  },

  'an admin refunds a payment once, and that is audited': async (stage) => {
    const { id } = await paymentOf(stage, 'finished')
    await stage.assertRefused('ada', 'payment_not_paid', refundPayment, [id])
    await stage.assertRefused('ada', 'payment_unknown', refundPayment, [idOf('no such payment')])
    await stage.as('fiona', recordPayment, [id, 'Check'])
    assert.deepEqual(await stage.as('ada', refundPayment, [id]), [{ status: 'refunded' }])
    assert.equal((await paymentOf(stage, 'finished'))['refunded'], true)
    await stage.assertRefused('ada', 'payment_not_paid', refundPayment, [id])
    const [entry = {}] = await stage.as('ada', 'select action, subject from public.admin_audit_log()')
    assert.deepEqual(entry, { action: 'refund_payment', subject: id })
  },

  'a payment has computed columns for the allowed actions': async (stage) => {
    const rightsSql = 'select public.can_record(p) as record, public.can_refund(p) as refund from public.payments p where job_id = $1'
    const rightsOf = async (person: 'fiona' | 'carl' | 'ada') => (await stage.as(person, rightsSql, [idOf('job finished')]))[0]
    assert.deepEqual(await rightsOf('fiona'), { record: true, refund: false })
    assert.deepEqual(await rightsOf('carl'), { record: false, refund: false })
    assert.deepEqual(await rightsOf('ada'), { record: false, refund: false })
    await stage.as('fiona', recordPayment, [(await paymentOf(stage, 'finished'))['id'], 'Check'])
    assert.deepEqual(await rightsOf('fiona'), { record: false, refund: false })
    assert.deepEqual(await rightsOf('ada'), { record: false, refund: true })
  },
}
