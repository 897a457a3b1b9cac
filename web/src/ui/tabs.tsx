import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import styles from './tabs.module.css'

interface Tab<Value extends string> {
  value: Value
  label: string
}

interface TabsProps<Value extends string> {
  /** The name of the tab list for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  current: Value
  onChange: (value: Value) => void
  /** The content of the current tab. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** All tabs together are one stop for the Tab key, and the arrow keys move between them. */
export function Tabs<Value extends string>({ label, tabs, current, ...rest }: TabsProps<Value>) {
  const { onChange, children } = rest
  const id = useId()
  const move = (event: KeyboardEvent<HTMLButtonElement>, place: number) => {
    const next = nextPlace(event.key, place, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    document.getElementById(`${id}-${tab.value}`)?.focus()
    onChange(tab.value)
  }
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.list}>
        {tabs.map(({ value, label: name }, place) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            className={styles.panelTab}
            aria-selected={value === current}
            aria-controls={`${id}-panel`}
            tabIndex={value === current ? 0 : -1}
            onClick={() => onChange(value)}
            onKeyDown={(event) => move(event, place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  )
}

function nextPlace(key: string, place: number, count: number) {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : (place + step + count) % count
}

interface PageTabsProps {
  /** The name for screen readers, such as "Lists". */
  label: string
  tabs: readonly { to: string; label: string; count?: number | undefined }[]
  /** The `to` of the current page. */
  current: string
}

/** Renders tabs that link to separate pages. */
export function PageTabs({ label, tabs, current }: PageTabsProps) {
  return (
    <nav aria-label={label} className={styles.pageTabs}>
      {tabs.map(({ to, label: name, count }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          className={styles.pageTab}
          aria-current={to === current ? 'page' : undefined}
        >
          {name}
          {count === undefined ? null : <span className={styles.count}> {formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

interface FilterTab {
  /** The value, which is empty for the default tab. */
  value: string
  label: string
  count?: number | undefined
}

interface TabsFilterProps {
  list: ListState
  name: string
  /** The name for screen readers, such as "Bids by status". */
  label: string
  tabs: FilterTab[]
  /** The name of a filter that choosing a tab clears, because the filter could hide the tab's rows. */
  instead?: string
}

export function TabsFilter({ list, name, label, tabs, instead }: TabsFilterProps) {
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
            <span className={styles.count}>{formatCount(tab.count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
