import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import styles from './filter-bar.module.css'

/** Above a list: what narrows it, and one way back to all of it. */
export function FilterBar({ list, children }: { list: ListState; children: ReactNode }) {
  return (
    <search className={styles.bar}>
      {children}
      {list.isFiltered ? (
        <Button variant="subtle" size="sm" onClick={list.clear}>
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}

interface FilterProps {
  list: ListState
  name: string
}

/** Searches while it is typed into. */
export function SearchFilter({ list, name, label }: FilterProps & { label: string }) {
  const inAddress = list.filters[name] ?? ''
  const [typed, setTyped] = useState(inAddress)
  const [followed, setFollowed] = useState(inAddress)
  // Back, or Clear, changed the address from elsewhere.
  if (inAddress !== followed) {
    setFollowed(inAddress)
    if (inAddress !== typed.trim()) setTyped(inAddress)
  }
  return (
    <TextInput
      className={styles.search}
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={15} aria-hidden />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        list.filter(name, value.trim())
      }}
    />
  )
}

interface ChoiceProps extends FilterProps {
  label: string
  options: { value: string; label: string }[]
}

/** One of a few; the first stands for all. */
export function ChoiceFilter({ list, name, label, options }: ChoiceProps) {
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={list.filters[name] ?? ''}
      data={options}
      onChange={({ currentTarget: { value } }) => list.filter(name, value)}
    />
  )
}
