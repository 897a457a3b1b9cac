import type { Condition, ListTab } from '#lib/list-tabs.ts'

const active: Condition = ['status', 'eq', 'open']
const notAwarded: Condition = ['awarded_at', 'is', 'null']

/** The parts of "Your Posted Jobs". */
export const jobTabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'All', conditions: [] },
  { value: 'active', label: 'Active', conditions: [active] },
  { value: 'open', label: 'Open', conditions: [active, notAwarded] },
  {
    value: 'judge',
    label: 'Bids to judge',
    conditions: [active, notAwarded, ['pending', 'not.is', 'null']],
  },
  { value: 'awarded', label: 'Awarded', conditions: [active, ['awarded_at', 'not.is', 'null']] },
  { value: 'finished', label: 'Finished', conditions: [['status', 'eq', 'finished']] },
]
