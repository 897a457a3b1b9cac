import { counted } from '#lib/format/counted.ts'
import type { ListState } from '#lib/list-state.ts'
import styles from './tabs-filter.module.css'

interface Tab {
  /** Empty for the first, which is shown where the address names none. */
  value: string
  label: string
  count?: number | undefined
}

interface Props {
  list: ListState
  name: string
  /** What they divide, for those who hear it: "Bids by status". */
  label: string
  tabs: Tab[]
  /** Another filter, which would hide what a tab holds: choosing one lifts it. */
  instead?: string
}

/** A list in parts, of which one is shown: a filter that everybody sees. */
export function TabsFilter({ list, name, label, tabs, instead }: Props) {
  const inAddress = list.filters[name] ?? ''
  const chosen = tabs.find(({ value }) => value === inAddress) ?? tabs[0]
  const choose = (value: string) =>
    instead ? list.filterInstead(instead, name, value) : list.filter(name, value)
  return (
    <div role="group" aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={styles.tab}
          aria-pressed={tab === chosen}
          onClick={() => choose(tab.value)}
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className={styles.count}>{counted(tab.count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
