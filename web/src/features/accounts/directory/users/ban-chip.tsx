import { ShieldBan } from 'lucide-react'
import { formatDay } from '#lib/format.ts'
import { useNow } from '#lib/browser-state.ts'
import { Chip } from '#ui/badge.tsx'
import { isBanned, isForGood } from './is-banned.ts'

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
