// A list in parts, one of which is shown: each has a tab, and says what the server is asked for.
import { Failure, errorFieldsOf } from '../errors.ts'

export type Condition = readonly [column: string, operator: string, value: string]

export interface ListTab {
  /** As it stands in the address; empty for the one that is shown where the address names none. */
  value: string
  label: string
  conditions: readonly Condition[]
}

/** How many rows each tab holds, by its value. */
export type TabCounts = Record<string, number>

/** The one that the address names, else the first. */
export function activeTab(
  tabs: readonly [ListTab, ...ListTab[]],
  value: string | undefined,
): ListTab {
  return tabs.find((tab) => tab.value === value) ?? tabs[0]
}

/** The tabs as they are drawn, with their counts once these are known. */
export function tabsWithCounts(tabs: readonly ListTab[], counts: TabCounts | undefined) {
  return tabs.map(({ value, label }) => ({ value, label, count: counts?.[value] }))
}

interface Answer {
  count: number | null
  error: unknown
  status: number
}

/** @param ask  A select of `head` with `count: 'exact'`, narrowed by these conditions. */
export async function countTabs(
  tabs: readonly ListTab[],
  ask: (conditions: readonly Condition[]) => PromiseLike<Answer>,
): Promise<TabCounts> {
  const counted = tabs.map(
    async ({ value, conditions }) => [value, countOf(await ask(conditions))] as const,
  )
  return Object.fromEntries(await Promise.all(counted))
}

export function countOf({ count, error, status }: Answer): number {
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return count ?? 0
}
