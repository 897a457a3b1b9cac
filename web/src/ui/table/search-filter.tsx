import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ListState, maxSearchLength } from '#lib/lists/list-state.ts'
import styles from './filters.module.css'

/** The debounce delay between typing and changing the URL. */
const debounceMs = 250

interface Props {
  list: ListState
  name: string
  label: string
}

/** Renders the search box, which searches while the user types. */
export function SearchFilter({ list, name, label }: Props) {
  const inAddress = list.filters[name] ?? ''
  const [typed, setTyped] = useState(inAddress)
  const [followed, setFollowed] = useState(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Show the new text after the Back or Clear button has changed the URL.
  if (inAddress !== followed) {
    setFollowed(inAddress)
    if (inAddress !== typed.trim()) setTyped(inAddress)
  }
  const tooMany = excessLength(typed)
  const search = (value: string) => {
    clearTimeout(timer.current)
    if (excessLength(value) === 0) list.searchFor(name, value.trim())
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
      error={
        tooMany > 0 ? `Use at most ${maxSearchLength} characters (${tooMany} too many).` : undefined
      }
      // Search at once on blur, because a delayed update of the URL could undo a navigation.
      onBlur={() => {
        if (typed.trim() !== inAddress) search(typed)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search(typed)
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(value), debounceMs)
      }}
    />
  )
}

/** Returns the number of characters above the limit. */
function excessLength(text: string) {
  return Math.max(0, Array.from(text.trim()).length - maxSearchLength)
}
