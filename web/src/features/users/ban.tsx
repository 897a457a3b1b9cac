import { ShieldBan } from 'lucide-react'
import { useNow } from '#lib/browser-state.ts'
import { formatDay } from '#lib/format.ts'
import { Chip } from '#ui/badge.tsx'

/** PostgreSQL's timestamp that is later than every date. */
const infinity = 'infinity'

function isPermanent(until: string | null) {
  return until === infinity
}

export function isBanned(until: string | null, now = new Date()) {
  return until !== null && (isPermanent(until) || new Date(until) > now)
}

export function BanChip({ until }: { until: string | null }) {
  const now = useNow()
  if (until === null || !isBanned(until, now)) return null
  return (
    <Chip icon={ShieldBan} tone="red">
      {isPermanent(until) ? 'Suspended' : `Suspended until ${formatDay(until)}`}
    </Chip>
  )
}
