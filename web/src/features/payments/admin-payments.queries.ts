// Reads all payments on the platform, for the admin list and its CSV file.
import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { nameOf } from '#lib/format.ts'
import {
  adminPageSize,
  type AdminSelectOptions,
  fetchAdminListCount,
  fetchRowsByIds,
  usePage,
  withCount,
} from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { purposeOf } from './payments.queries.ts'

const personColumns = 'role, full_name, username, company_name'

const csvColumns = `
  id, amount, status, reference, created_at, paid_at, refunded_at, payer_id, payee_id, job_id,
  payer:profiles!payments_payer_id_fkey(${personColumns}),
  payee:profiles!payments_payee_id_fkey(${personColumns}),
  job:jobs(title), consultation:consultations(title)
` as const

const listColumns = `${csvColumns}, can_refund` as const

/** If a user is given, reads only what they paid or were paid. */
export function useAdminPayments(list: ListState, userId?: string) {
  return usePage({
    key: ['payments', 'every', ...(userId ? [userId] : [])],
    list,
    size: adminPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      const { q, status } = list.filters
      const page =
        q || userId
          ? selectAdminPayments(client, list, 'id', { count: 'exact', userId }).range(from, to)
          : withCount(
              selectAdminPayments(client, list, 'id', {}).range(from, to),
              fetchAdminListCount(client, 'payments', status),
            )
      return fetchRowsByIds(await page, (ids) =>
        client.from('payments').select(listColumns).in('id', ids),
      )
    },
  })
}

export type AdminPayment = NonNullable<ReturnType<typeof useAdminPayments>['data']>['rows'][number]

export function adminPaymentsCsv(list: ListState, userId?: string) {
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
    maxRows: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) =>
      selectAdminPayments(await supabase(), list, csvColumns, { after, userId }).limit(count),
  })
}

interface PaymentsOptions extends AdminSelectOptions {
  userId?: string | undefined
}

function selectAdminPayments<Columns extends string>(
  client: Client,
  { filters, sort }: ListState,
  columns: Columns,
  { count, after, userId }: PaymentsOptions,
) {
  const { q = '', status = '' } = filters
  const countOption = count ? { count } : {}
  const searchArgs = { query: q, ...(status ? { status } : {}), ...searchCursor(sort, after) }
  let query = q
    ? client.rpc('admin_search_payments', searchArgs, countOption).select(columns)
    : client.from('payments').select(columns, countOption)
  if (status) query = query.eq('status', status)
  if (userId) query = query.or(`payer_id.eq.${userId},payee_id.eq.${userId}`)
  return inKeysetOrder(query, sort, after)
}
