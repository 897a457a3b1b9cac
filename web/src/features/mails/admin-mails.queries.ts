// Reads the emails that the server gave up on, for the admin list and its CSV file.
import type { Database } from '../../../../contract/database.ts'
import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { adminPageSize, type AdminSelectOptions, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { mailSubject } from '#lib/mail-subjects.ts'
import { type Client, supabase } from '#lib/supabase.ts'

type Row = Database['public']['Views']['admin_dead_letters']['Row']

export function useAdminMails(list: ListState) {
  return usePage({
    key: ['mails', 'unsent'],
    list,
    size: adminPageSize,
    pollIntervalMs: 30_000,
    ask: async (from, to) => {
      const found = await selectUnsentMails(await supabase(), list, { count: 'exact' }).range(
        from,
        to,
      )
      return { ...found, data: (found.data ?? []).map(toUnsentMail) }
    },
  })
}

export function adminMailsCsv(list: ListState) {
  return csvFile<Row>({
    name: 'unsent-emails',
    columns: [
      ['To', ({ address }) => address],
      ['To id', (row) => row.recipient_id],
      ['About', (row) => toUnsentMail(row).subject],
      ['Why it failed', (row) => row.last_error],
      ['Attempts', ({ attempts }) => attempts],
      ['Created', (row) => row.created_at],
      ['Failed', (row) => row.dead_at],
      ['Id', ({ id }) => id],
    ],
    by: list.sort.by,
    ask: async (after, count) => selectUnsentMails(await supabase(), list, { after }).limit(count),
  })
}

function selectUnsentMails(
  client: Client,
  { filters, sort }: ListState,
  { count, after }: AdminSelectOptions,
) {
  const { q = '', about = '' } = filters
  let mails = client.from('admin_dead_letters').select('*', count ? { count } : {})
  if (about) mails = mails.eq('about', about)
  if (q) mails = mails.or(containsFilter(['address', 'last_error'], q))
  return inKeysetOrder(mails, sort, after)
}

/** Replaces most nulls with defaults, because the generated types allow null in every column of a view. */
function toUnsentMail(row: Row) {
  return {
    id: row.id ?? '',
    address: row.address ?? 'Unknown recipient',
    recipientId: row.recipient_id,
    kind: row.kind ?? '',
    subject: mailSubject(row.about ?? 'mail'),
    reason: row.last_error ?? '',
    attempts: row.attempts ?? 0,
    givenUpAt: row.dead_at ?? '',
  }
}

export type UnsentMail = ReturnType<typeof toUnsentMail>
