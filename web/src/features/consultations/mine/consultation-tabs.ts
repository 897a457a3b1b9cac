// The parts of a facility's consultations, as the server is asked for them; its clock says what is over.

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
]

export function conditionsOf(tab: string | undefined): readonly Condition[] {
  return (consultationTabs.find(({ value }) => value === tab) ?? upcoming).conditions
}
