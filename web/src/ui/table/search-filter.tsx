import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ListState, maxSearchLength } from '#lib/lists/list-state.ts'
import styles from './filters.module.css'

/** The debounce delay between typing and changing the URL. */
const debounceMs = 250

interface Props {
  list: ListState
  name: string
  label: string
  /** Whether the key "/" moves the focus into the box. */
  hasShortcut?: boolean
}

/** Renders the search box, which searches while the user types. */
export function SearchFilter({ list, name, label, hasShortcut = false }: Props) {
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
  const input = useRef<HTMLInputElement>(null)
  useShortcut(hasShortcut, input)
  const tooMany = excessLength(typed)
  const search = (value: string) => {
    clearTimeout(timer.current)
    if (excessLength(value) === 0) list.searchFor(name, value.trim())
  }
  return (
    <TextInput
      ref={input}
      className={styles.search}
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={15} aria-hidden />}
      rightSection={hasShortcut && !typed ? <kbd className={styles.key}>/</kbd> : null}
      aria-keyshortcuts={hasShortcut ? '/' : undefined}
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

function useShortcut(isOn: boolean, input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    if (!isOn) return undefined
    const focus = (event: KeyboardEvent) => {
      const { target, key } = event
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, [role=dialog]')
      if (key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [isOn, input])
}

/** Returns the number of characters above the limit. */
function excessLength(text: string) {
  return Math.max(0, Array.from(text.trim()).length - maxSearchLength)
}
