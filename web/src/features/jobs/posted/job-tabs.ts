// The parts of "Your Posted Jobs": what each of them holds, as the server is asked for it.

type Condition = readonly [column: string, operator: string, value: string]

interface JobTab {
  value: string
  label: string
  conditions: readonly Condition[]
}

const active: Condition = ['status', 'eq', 'open']
const notAwarded: Condition = ['awarded_at', 'is', 'null']

export const jobTabs: readonly JobTab[] = [
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

export function conditionsOf(tab: string): readonly Condition[] {
  return jobTabs.find(({ value }) => value === tab)?.conditions ?? []
}
