import { UnstyledButton } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxQueryLength } from '#features/search/search.queries.ts'
import { formatCount } from '#lib/format.ts'
import { rememberPage } from '#lib/recent-pages.ts'
import { useAccount } from '#lib/session/account.ts'
import { FailureNotice } from '#ui/query-states.tsx'
import { HiddenText } from '#ui/text.tsx'
import type { PaletteItem } from './palette-items.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import { isApple } from '#lib/keyboard.ts'
import styles from './palette.module.css'
import { usePaletteRows } from './use-palette-rows.ts'

const name = 'Search or jump to'

export function PaletteSearch({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const query = text.trim()
  const { groups, items, search, isSearching, chosen, choose, step } = usePaletteRows(query)
  const onOpened = useOnOpened(onClose)
  const open = (item: PaletteItem, isInNewTab: boolean) => {
    if (isInNewTab) window.open(item.path, '_blank', 'noopener')
    else void navigate(item.path)
    onOpened(item, isInNewTab)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && chosen) open(chosen, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.head}>
        <Search size={18} aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-label={name}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(listId, chosen)}
          placeholder={name}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxQueryLength}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            choose(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <UnstyledButton className={styles.close} onClick={onClose}>
          <kbd aria-hidden>esc</kbd>
          <X size={20} aria-hidden />
          <HiddenText>Close</HiddenText>
        </UnstyledButton>
      </div>
      <div className={styles.results}>
        <PaletteList
          id={listId}
          groups={groups}
          query={query}
          chosen={chosen}
          onPoint={({ key }) => choose(key)}
          onOpened={onOpened}
        />
        {search.error ? (
          <FailureNotice
            title="Search failed."
            error={search.error}
            onRetry={() => void search.refetch()}
            isRetrying={search.isFetching}
          />
        ) : null}
        <p className={styles.status} role="status" data-quiet={items.length > 0 || undefined}>
          {statusOf(query, items.length, isSearching)}
        </p>
      </div>
      <Hints />
    </>
  )
}

/** Returns a function for an item that was opened. It stores objects as recent, and closes the palette. */
function useOnOpened(onClose: () => void) {
  const { userId } = useAccount()
  return ({ page }: PaletteItem, isInNewTab: boolean) => {
    if (page) rememberPage(userId, page)
    if (!isInNewTab) onClose()
  }
}

function statusOf(query: string, count: number, isSearching: boolean) {
  if (isSearching) return 'Searching…'
  if (count === 0) return `Nothing matches “${query}”.`
  return formatCount(count, 'result')
}

function Hints() {
  return (
    <p className={styles.hints} aria-hidden>
      <kbd>↑</kbd>
      <kbd>↓</kbd> move <kbd>↵</kbd> open <kbd>{isApple() ? '⌘' : 'Ctrl'}</kbd>
      <kbd>↵</kbd> new tab
    </p>
  )
}
