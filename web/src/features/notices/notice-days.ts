import { daysSince, formatBriefTime, formatClockTime } from '#lib/format.ts'

interface DatedNotice {
  created_at: string | null
}

export interface NoticeGroup<Notice> {
  title: string
  notices: Notice[]
}

/** Groups notices by day, the latest first. Days before the last week are one group. */
export function groupByDay<Notice extends DatedNotice>(
  notices: readonly Notice[],
  now: Date,
): NoticeGroup<Notice>[] {
  const latestFirst = notices.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)))
  const groups = Map.groupBy(latestFirst, (notice) => titleOf(daysSince(timeOf(notice), now)))
  return [...groups].map(([title, ofGroup]) => ({ title, notices: ofGroup }))
}

function titleOf(days: number) {
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days < 7 ? 'Last 7 days' : 'Earlier'
}

/** Returns the time of day for notices of today and yesterday, and a day for older notices. */
export function formatNoticeTime(at: string, now: Date): string {
  return daysSince(at, now) <= 1 ? formatClockTime(at) : formatBriefTime(at, now)
}

function timeOf(notice: DatedNotice) {
  return notice.created_at ?? ''
}
