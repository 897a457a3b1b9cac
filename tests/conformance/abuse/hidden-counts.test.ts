// Checks that no kind of count reveals hidden rows, which PostgreSQL's estimates include.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { headersWithToken, sendRequest, serviceHeaders } from '../support/http-request.ts'
import { query } from '../support/database.ts'
import { createActors, placeBid, postJob, sendMessage, messageFields } from '../support/market.ts'
import { idOf } from '../support/clients.ts'
import { tokenFor } from '../support/tokens.ts'

const { facility, contractor, rival, consultant } = await createActors()
const job = await postJob(facility)
await placeBid(rival, job, 712.34)
await sendMessage(rival.client, messageFields(rival, facility, { job_id: job }))
// With statistics, PostgreSQL's estimate of a rival's hidden rows would be exact.
await query('analyze')

const readers = {
  facility: facility.id,
  contractor: contractor.id,
  consultant: consultant.id,
  admin: idOf('admin'),
}

async function totalOf(path: string, count: string, headers: Record<string, string>) {
  const prefer = { prefer: `count=${count}` }
  const reply = await sendRequest(`/rest/v1/${path}`, { headers: { ...headers, ...prefer } })
  const applied = reply.headers['preference-applied']
  return { status: reply.status, total: reply.headers['content-range']?.split('/')[1], applied }
}

const paths = [
  'bids?select=id',
  `bids?select=id&contractor_id=eq.${rival.id}`,
  `bids?select=id&contractor_id=in.(${rival.id})`,
  `bids?select=id&or=(contractor_id.eq.${rival.id},status.eq.accepted)`,
  'bids?select=id&amount=gt.700&amount=lt.713',
  'bids?select=id&not.and=(status.eq.rejected,amount.lt.10)',
  'jobs?select=id&order=id&limit=1',
  `jobs?select=id&awarded_to=not.is.null`,
  `jobs?select=id,bids!inner(id)&bids.contractor_id=eq.${rival.id}`,
  'jobs?select=id,bids(id)&bids=is.null',
  `profiles?select=id,bids!inner(id)&id=eq.${rival.id}`,
  'payments?select=id&status=eq.pending',
  'payments?select=id&amount=gte.1000',
  `messages?select=id&sender_id=eq.${rival.id}`,
  'conversations?select=id',
  'consultations?select=id&status=neq.cancelled',
  'reviews?select=id&rating=lte.3',
  'notification_settings?select=user_id',
  'demo_requests?select=id',
  'job_photos?select=id',
  'dashboard_available_jobs?select=id&budget=gt.1',
  'dashboard_inbox_preview?select=title',
]

for (const [role, id] of Object.entries(readers)) {
  suite(`every kind of count counts only what a ${role} may see`, () => {
    const headers = headersWithToken(tokenFor(id))
    for (const path of paths) {
      test(`in ${path.replaceAll(rival.id, '<rival>')}`, async () => {
        const exact = await totalOf(path, 'exact', headers)
        for (const count of ['planned', 'estimated'])
          assert.deepEqual(await totalOf(path, count, headers), exact, count)
      })
    }
  })
}

test('the query plan, which has the same estimates, is not shown', async () => {
  const headers = {
    ...headersWithToken(tokenFor(contractor.id)),
    accept: 'application/vnd.pgrst.plan',
  }
  assert.equal((await sendRequest('/rest/v1/bids?select=id', { headers })).status, 406)
})

test("a planned count stays an estimate for the server's own key, also after a user's count", async () => {
  const headers = headersWithToken(tokenFor(contractor.id))
  const path = 'bids?select=id&status=eq.pending'
  for (const [sent, applied] of [
    [serviceHeaders, 'count=planned'],
    [headers, 'count=exact'],
    [serviceHeaders, 'count=planned'],
  ] as const) {
    assert.equal((await totalOf(path, 'planned', sent)).applied, applied)
  }
})
