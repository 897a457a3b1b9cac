// Every payment on the platform, as admins see them.
import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeysetOrder, type RowKey } from '#lib/csv/keyset.ts'
import { nameOf } from '#lib/format.ts'
import { fetchAdminListCount, fetchRowsByKeys, usePage, withCount } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { supabase, type Client } from '#lib/supabase.ts'
import { purposeOf } from './payments.queries.ts'

export const adminPaymentsPageSize = 25

const person = 'role, full_name, username, company_name'

const own = `
  id, amount, status, reference, created_at, paid_at, refunded_at, payer_id, payee_id, job_id,
  payer:profiles!payments_payer_id_fkey(${person}),
  payee:profiles!payments_payee_id_fkey(${person}),
  job:jobs(title)
` as const

const shown = `${own}, can_refund` as const

export function useAdminPayments(list: ListState) {
  return usePage({
    key: ['payments', 'every'],
    list,
    size: adminPaymentsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      const { q, status } = list.filters
      const keys = q
        ? selectAdminPayments(client, list, 'id', { count: 'exact' }).range(from, to)
        : withCount(
            selectAdminPayments(client, list, 'id', {}).range(from, to),
            fetchAdminListCount(client, 'payments', status),
          )
      return fetchRowsByKeys(await keys, (ids) => client.from('payments').select(shown).in('id', ids))
    },
  })
}

export type AdminPayment = NonNullable<ReturnType<typeof useAdminPayments>['data']>['rows'][number]

export function adminPaymentsCsv(list: ListState) {
  return csvFile<Omit<AdminPayment, 'can_refund'>>({
    name: 'payments',
    columns: [
      ['From', ({ payer }) => nameOf(payer)],
      ['From id', (payment) => payment.payer_id],
      ['To', ({ payee }) => nameOf(payee)],
      ['To id', (payment) => payment.payee_id],
      ['For', purposeOf],
      ['Amount', ({ amount }) => amount],
      ['Status', ({ status }) => status],
      ['Reference', ({ reference }) => reference],
      ['Created', (payment) => payment.created_at],
      ['Paid', (payment) => payment.paid_at],
      ['Refunded', (payment) => payment.refunded_at],
      ['Id', ({ id }) => id],
    ],
    by: list.sort.by,
    most: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) => selectAdminPayments(await supabase(), list, own, { after }).limit(count),
  })
}

interface Wanted {
  count?: 'exact'
  after?: RowKey | undefined
}

function selectAdminPayments<Columns extends string>(
  client: Client,
  { filters, sort }: ListState,
  columns: Columns,
  { count, after }: Wanted,
) {
  const { q: query = '', status = '' } = filters
  const counted = count ? { count } : {}
  const given = { query, ...(status ? { status } : {}), ...searchCursor(sort, after) }
  const found = query
    ? client.rpc('admin_search_payments', given, counted).select(columns)
    : client.from('payments').select(columns, counted)
  return inKeysetOrder(status ? found.eq('status', status) : found, sort, after)
}
