import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

interface Tab<Value extends string> {
  value: Value
  label: string
}

interface Props<Value extends string> {
  /** What they divide, for those who hear it. */
  label: string
  tabs: readonly Tab<Value>[]
  current: Value
  onChange: (value: Value) => void
  /** The part that is shown. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** A page in parts, of which one is shown. By keyboard they are one stop, with the arrows between them. */
export function Tabs<Value extends string>({ label, tabs, current, ...rest }: Props<Value>) {
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
            className={styles.tab}
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
