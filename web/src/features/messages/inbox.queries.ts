import { dataOf } from '#lib/errors.ts'
import { usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { supabase } from '#lib/supabase.ts'
import { type ChatAddress, threadName } from './address.ts'

export const threadsPerPage = 25

export interface Thread {
  id: string
  address: ChatAddress
  /** The value of `thread` in the inbox's URL. */
  name: string
  title: string
  otherId: string
  otherName: string
  otherPicture: string | null
  content: string
  /** Whether the user wrote the latest message. */
  isOwn: boolean
  at: string
  unread: number
}

const columns =
  'id, job_id, consultation_id, thread_title, content, created_at, unread_count, counterpart_id, counterpart_name, counterpart_picture, is_unanswered'

const searched = ['thread_title', 'counterpart_name', 'sender_name', 'content']

/** The key of all pages of the user's inbox. */
export const inboxKey = (me: string) => ['messages', 'inbox', me]

/** Reads a page of the user's conversations, the latest first. */
export function useThreads(me: string, isFacility: boolean, list: ListState) {
  const { q = '', show = '' } = list.filters
  return usePage({
    key: inboxKey(me),
    list,
    size: threadsPerPage,
    ask: async (from, to) => {
      const client = await supabase()
      const all = client.from('dashboard_inbox_preview').select(columns, { count: 'exact' })
      const found = q ? all.or(containsFilter(searched, q)) : all
      const chosen = show === 'unread' ? found.gt('unread_count', 0) : found
      const waiting = show === 'waiting' ? chosen.is('is_unanswered', true) : chosen
      const answer = await waiting
        .order('created_at', { ascending: false })
        .order('id')
        .range(from, to)
      if (answer.error) return answer
      return { ...answer, data: dataOf(answer).map((row) => toThread(row, me, isFacility)) }
    },
  })
}

interface Row {
  id: string | null
  job_id: string | null
  consultation_id: string | null
  thread_title: string | null
  content: string | null
  created_at: string | null
  unread_count: number | null
  counterpart_id: string | null
  counterpart_name: string | null
  counterpart_picture: string | null
  is_unanswered: boolean | null
}

function toThread(row: Row, me: string, isFacility: boolean): Thread {
  const otherId = row.counterpart_id ?? ''
  const address = addressOf(row, isFacility ? otherId : me)
  return {
    id: row.id ?? '',
    address,
    name: threadName(address),
    title: row.thread_title ?? '',
    otherId,
    otherName: row.counterpart_name ?? '',
    otherPicture: row.counterpart_picture,
    content: row.content ?? '',
    isOwn: row.content !== null && row.is_unanswered !== true,
    at: row.created_at ?? '',
    unread: row.unread_count ?? 0,
  }
}

function addressOf(row: Row, contractorId: string): ChatAddress {
  if (row.job_id) return { kind: 'job', jobId: row.job_id, contractorId }
  return { kind: 'consultation', consultationId: row.consultation_id ?? '' }
}
