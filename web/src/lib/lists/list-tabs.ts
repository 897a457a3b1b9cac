import { errorFieldsOf, Failure } from '../errors.ts'

export type Condition = readonly [column: string, operator: string, value: string]

export interface ListTab {
  /** The value in the URL, which is empty for the default tab. */
  value: string
  label: string
  conditions: readonly Condition[]
}

/** Maps the value of each tab to its number of rows. */
export type TabCounts = Record<string, number>

/** Returns the tab with this value, or the first tab. */
export function activeTab(
  tabs: readonly [ListTab, ...ListTab[]],
  value: string | undefined,
): ListTab {
  return tabs.find((tab) => tab.value === value) ?? tabs[0]
}

export function tabsWithCounts(tabs: readonly ListTab[], counts: TabCounts | undefined) {
  return tabs.map(({ value, label }) => ({ value, label, count: counts?.[value] }))
}

interface CountResponse {
  count: number | null
  error: unknown
  status: number
}

export function countOf({ count, error, status }: CountResponse): number {
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return count ?? 0
}
