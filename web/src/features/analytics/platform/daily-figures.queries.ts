// Reads the figures of each day in a period, and in the previous period of the same length.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { dayCount, type Days, daysBefore, maxDays } from './day-range.ts'

export interface ComparedRows<Row> {
  now: Row[]
  before: Row[]
}

interface DateRange {
  start_date: string
  end_date: string
}

export const postedJobs = (days: Days) =>
  daily('jobs', days, async (client, range) => dataOf(await client.rpc('get_job_analytics', range)))

export const bookedConsultations = (days: Days) =>
  daily('consultations', days, async (client, range) =>
    dataOf(await client.rpc('get_consultation_analytics', range)),
  )

export const revenue = (days: Days) =>
  daily('revenue', days, async (client, range) =>
    dataOf(await client.rpc('get_revenue_analytics', range)),
  )

export const newUsers = (days: Days) =>
  daily('users', days, async (client, range) => dataOf(await client.rpc('get_user_growth', range)))

type ReadDays<Row> = (client: Client, range: DateRange) => Promise<Row[]>

function daily<Row>(name: string, days: Days, read: ReadDays<Row>) {
  return queryOptions({
    queryKey: ['analytics', 'platform', name, days.from, days.to],
    queryFn: () => readCompared(days, read),
    // Keep the old chart on screen until the figures of the new days are loaded.
    placeholderData: keepPreviousData,
  })
}

async function readCompared<Row>(days: Days, read: ReadDays<Row>): Promise<ComparedRows<Row>> {
  const client = await supabase()
  const length = dayCount(days)
  const before = daysBefore(days)
  if (2 * length <= maxDays) {
    const rows = await read(client, toDateRange({ from: before.from, to: days.to }))
    return { before: rows.slice(0, length), now: rows.slice(length) }
  }
  const [earlier, now] = await Promise.all([
    read(client, toDateRange(before)),
    read(client, toDateRange(days)),
  ])
  return { before: earlier, now }
}

function toDateRange({ from, to }: Days): DateRange {
  return { start_date: from, end_date: to }
}
