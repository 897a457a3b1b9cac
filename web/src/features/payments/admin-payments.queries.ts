// Every payment on the platform, as admins see them.
import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeyOrder, type Key } from '#lib/csv/key-order.ts'
import { nameOf } from '#lib/format/name.ts'
import { rowsOfKeys } from '#lib/keys-first.ts'
import { listNumber, withNumber } from '#lib/list-number.ts'
import type { ListState } from '#lib/list-state.ts'
import { mostInFile, onwardFrom } from '#lib/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { purposeOf } from './payments.queries.ts'

export const everyPaymentSize = 25

const person = 'role, full_name, username, company_name'

const own = `
  id, amount, status, reference, created_at, paid_at, refunded_at, payer_id, payee_id, job_id,
  payer:profiles!payments_payer_id_fkey(${person}),
  payee:profiles!payments_payee_id_fkey(${person}),
  job:jobs(title)
` as const

const shown = `${own}, can_refund` as const

export function useEveryPayment(list: ListState) {
  return usePage({
    key: ['payments', 'every'],
    list,
    size: everyPaymentSize,
    ask: async (from, to) => {
      const client = await supabase()
      const { q, status } = list.filters
      const keys = q
        ? everyPayment(client, list, 'id', { count: 'exact' }).range(from, to)
        : withNumber(
            everyPayment(client, list, 'id', {}).range(from, to),
            listNumber(client, 'payments', status),
          )
      return rowsOfKeys(await keys, (ids) => client.from('payments').select(shown).in('id', ids))
    },
  })
}

export type EveryPayment = NonNullable<ReturnType<typeof useEveryPayment>['data']>['rows'][number]

export function everyPaymentFile(list: ListState) {
  return csvFile<Omit<EveryPayment, 'can_refund'>>({
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
    most: mostInFile(list.filters['q'], list.sort),
    ask: async (after, count) => everyPayment(await supabase(), list, own, { after }).limit(count),
  })
}

interface Wanted {
  count?: 'exact'
  after?: Key | undefined
}

function everyPayment<Columns extends string>(
  client: Client,
  { filters, sort }: ListState,
  columns: Columns,
  { count, after }: Wanted,
) {
  const { q: query = '', status = '' } = filters
  const counted = count ? { count } : {}
  const given = { query, ...(status ? { status } : {}), ...onwardFrom(sort, after) }
  const found = query
    ? client.rpc('admin_search_payments', given, counted).select(columns)
    : client.from('payments').select(columns, counted)
  return inKeyOrder(status ? found.eq('status', status) : found, sort, after)
}
