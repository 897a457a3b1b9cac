import { ShieldBan } from 'lucide-react'
import { useNow } from '#lib/browser-state.ts'
import { formatDay } from '#lib/format.ts'
import { Chip } from '#ui/badge.tsx'

/** As PostgreSQL writes a time that never comes. */
const never = 'infinity'

function isForGood(until: string | null) {
  return until === never
}

export function isBanned(until: string | null, now = new Date()) {
  return until !== null && (isForGood(until) || new Date(until) > now)
}

/** That a person is kept out, and until when. */
export function BanChip({ until }: { until: string | null }) {
  const now = useNow()
  if (until === null || !isBanned(until, now)) return null
  return (
    <Chip icon={ShieldBan} tone="red">
      {isForGood(until) ? 'Banned' : `Banned until ${formatDay(until)}`}
    </Chip>
  )
}
