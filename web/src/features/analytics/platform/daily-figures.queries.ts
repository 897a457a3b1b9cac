// Reads the figures of each day in a period, and in the previous period of the same length.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'
import { dayCount, type Days, daysBefore, maxDays } from './day-range.ts'

export type DailyFigures = Awaited<ReturnType<typeof readDays>>[number]

export interface ComparedFigures {
  now: DailyFigures[]
  before: DailyFigures[]
}

/** All daily charts use this query, so that one request loads them. */
export const dailyFigures = (days: Days) =>
  queryOptions({
    queryKey: ['analytics', 'platform', 'daily', days.from, days.to],
    queryFn: afterJoin(() => readCompared(days)),
    // Keep the old charts on screen until the figures of the new days are loaded.
    placeholderData: keepPreviousData,
  })

async function readCompared(days: Days): Promise<ComparedFigures> {
  const length = dayCount(days)
  const before = daysBefore(days)
  if (2 * length <= maxDays) {
    const rows = await readDays({ from: before.from, to: days.to })
    return { before: rows.slice(0, length), now: rows.slice(length) }
  }
  const [earlier, now] = await Promise.all([readDays(before), readDays(days)])
  return { before: earlier, now }
}

async function readDays({ from, to }: Days) {
  const client = await supabase()
  const range = { start_date: from, end_date: to }
  return dataOf(await client.rpc('get_daily_analytics', range, { get: true }))
}
