// The parts of somebody's consultations, as the server is asked for them; its clock says what is over.

import type { Sort } from '../../../lib/list-address.ts'

type Condition = readonly [column: string, operator: string, value: string]

const booked: Condition = ['status', 'eq', 'booked']

const upcoming = {
  value: '',
  label: 'Upcoming',
  conditions: [booked, ['has_ended', 'is', 'false']] as const,
}

export const consultationTabs = [
  upcoming,
  { value: 'past', label: 'Past', conditions: [booked, ['has_ended', 'is', 'true']] as const },
  { value: 'cancelled', label: 'Cancelled', conditions: [['status', 'eq', 'cancelled']] as const },
  { value: 'held', label: 'Upcoming and past', conditions: [booked] as const },
]

export function conditionsOf(tab: string | undefined): readonly Condition[] {
  return tabOf(tab).conditions
}

/** Of those ahead the next one first, of all others the last one. */
export function usualSort(tab: string | undefined): Sort {
  return { by: 'scheduled_at', descending: tabOf(tab) !== upcoming }
}

function tabOf(tab: string | undefined) {
  return consultationTabs.find(({ value }) => value === tab) ?? upcoming
}
