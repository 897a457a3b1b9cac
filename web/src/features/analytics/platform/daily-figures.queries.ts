// Figures by day: of the days that are asked for, and of as many before them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { type Days, daysBefore, lengthOf, mostDays } from './day-range.ts'

export interface ComparedRows<Row> {
  now: Row[]
  before: Row[]
}

interface Range {
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

type Read<Row> = (client: Client, range: Range) => Promise<Row[]>

function daily<Row>(name: string, days: Days, read: Read<Row>) {
  return queryOptions({
    queryKey: ['analytics', 'platform', name, days.from, days.to],
    queryFn: () => readCompared(days, read),
    // The former days stay until the others are there.
    placeholderData: keepPreviousData,
  })
}

async function readCompared<Row>(days: Days, read: Read<Row>): Promise<ComparedRows<Row>> {
  const client = await supabase()
  const length = lengthOf(days)
  const before = daysBefore(days)
  if (2 * length <= mostDays) {
    const rows = await read(client, rangeOf({ from: before.from, to: days.to }))
    return { before: rows.slice(0, length), now: rows.slice(length) }
  }
  const [earlier, now] = await Promise.all([
    read(client, rangeOf(before)),
    read(client, rangeOf(days)),
  ])
  return { before: earlier, now }
}

function rangeOf({ from, to }: Days): Range {
  return { start_date: from, end_date: to }
}
