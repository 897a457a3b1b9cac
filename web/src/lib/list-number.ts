import type { Client } from './supabase.ts'

type List = 'users' | 'jobs' | 'bids' | 'payments' | 'entries'

interface Answer {
  data: unknown
  error: unknown
  status: number
}

/** How long an admin's list is, in all or in a part of it. The server keeps these numbers; counting takes long. */
export function listNumber(client: Client, list: List, part?: string) {
  const wanted = { list, ...(part ? { part } : {}) }
  return client.rpc('admin_list_number', wanted, { get: true })
}

/** A page that did not count, with the number that was asked for beside it. */
export async function withNumber<Page extends Answer>(
  page: PromiseLike<Page>,
  number: PromiseLike<Answer & { data: number | null }>,
) {
  const [found, { data, error, status }] = await Promise.all([page, number])
  if (found.error || !error) return { ...found, count: data }
  return { ...found, data: null, error, status, count: null }
}
