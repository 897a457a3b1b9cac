import type { Sort } from '#lib/list-address.ts'
import { type Condition, type ListTab, tabIn } from '#lib/list-tabs.ts'

const booked: Condition = ['status', 'eq', 'booked']

const upcoming: ListTab = {
  value: '',
  label: 'Upcoming',
  conditions: [booked, ['has_ended', 'is', 'false']],
}

/** The parts of somebody's consultations; the server's clock says what is over. */
export const consultationTabs: readonly [ListTab, ...ListTab[]] = [
  upcoming,
  { value: 'past', label: 'Past', conditions: [booked, ['has_ended', 'is', 'true']] },
  { value: 'cancelled', label: 'Cancelled', conditions: [['status', 'eq', 'cancelled']] },
  { value: 'held', label: 'Upcoming and past', conditions: [booked] },
]

/** Of those ahead the next one first, of all others the last one. */
export function usualSort(tab: string | undefined): Sort {
  return { by: 'scheduled_at', descending: tabIn(consultationTabs, tab) !== upcoming }
}
