import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ListState, maxSearchLength } from '#lib/lists/list-state.ts'
import styles from './filters.module.css'

/** In milliseconds: the address follows what is typed at its own pace. */
const pause = 250

interface Props {
  list: ListState
  name: string
  label: string
}

/** Searches while it is typed into. */
export function SearchFilter({ list, name, label }: Props) {
  const inAddress = list.filters[name] ?? ''
  const [typed, setTyped] = useState(inAddress)
  const [followed, setFollowed] = useState(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back, or Clear, changed the address from elsewhere.
  if (inAddress !== followed) {
    setFollowed(inAddress)
    if (inAddress !== typed.trim()) setTyped(inAddress)
  }
  const tooMany = tooManyIn(typed)
  const search = (value: string) => {
    clearTimeout(timer.current)
    if (tooManyIn(value) === 0) list.searchFor(name, value.trim())
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
        tooMany > 0 ? `At most ${maxSearchLength} characters: leave out ${tooMany}.` : undefined
      }
      // Whoever presses a link next is taken there, and not called back by what they typed last.
      onBlur={() => {
        if (typed.trim() !== inAddress) search(typed)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search(typed)
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(value), pause)
      }}
    />
  )
}

/** How many characters have to go before it can be looked for. */
function tooManyIn(text: string) {
  return Math.max(0, Array.from(text.trim()).length - maxSearchLength)
}
