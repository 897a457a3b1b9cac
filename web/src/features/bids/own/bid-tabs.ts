import type { Condition, ListTab } from '#lib/list-tabs.ts'

const won: Condition = ['status', 'eq', 'accepted']

/** The parts of "Your Bids". A bid that won stays one when the work is done: what is finished was won. */
export const bidTabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'All', conditions: [] },
  { value: 'pending', label: 'Pending', conditions: [['status', 'eq', 'pending']] },
  { value: 'won', label: 'Won', conditions: [won] },
  {
    value: 'finished',
    label: 'Finished',
    conditions: [won, ['job.status', 'eq', 'finished'], ['job', 'not.is', 'null']],
  },
  { value: 'rejected', label: 'Rejected', conditions: [['status', 'eq', 'rejected']] },
  { value: 'withdrawn', label: 'Withdrawn', conditions: [['status', 'eq', 'withdrawn']] },
]
