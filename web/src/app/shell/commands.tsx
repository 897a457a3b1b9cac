import { UnstyledButton } from '@mantine/core'
import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { isApple, isTyping } from '#lib/keyboard.ts'
import { useAccount } from '#lib/session/account.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { HiddenText } from '#ui/text.tsx'
import styles from './commands.module.css'

const load = () => import('../palette/palette.tsx')
// If this preload fails, opening the palette loads it again.
const preload = () => void load().catch(() => undefined)
const Palette = lazyPart(load, PlainDialog)
const KeysDialog = lazyPart(() => import('../palette/keys-dialog.tsx'), PlainDialog)

/** Returns a function that opens the command palette, and the element with the palette and the list of keys. */
export function useCommands() {
  const { role } = useAccount()
  const palette = useDialog<true>()
  const keys = useDialog<true>()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command || (isDialogOpen() && !palette.opened)) return
    if (command === 'search' && !focusSearch()) return
    if (command === 'palette' && !role) return
    event.preventDefault()
    if (command === 'keys') keys.open(true)
    if (command === 'palette') (palette.opened ? palette.close : palette.open)(true)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  const element = (
    <Suspense>
      {palette.subject ? <Palette opened={palette.opened} onClose={palette.close} /> : null}
      {keys.subject ? <KeysDialog opened={keys.opened} onClose={keys.close} /> : null}
    </Suspense>
  )
  return { openPalette: () => palette.open(true), element }
}

/** Returns what a key does on every page. Single keys do nothing in a field, because they are text there. */
function commandOf(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  const isMain = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (isMain && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey || metaKey || altKey || isTyping(target)) return undefined
  return ({ '/': 'search', '?': 'keys' } as const)[key]
}

const isDialogOpen = () => document.querySelector('[role=dialog], dialog[open]') !== null

/** Focuses the search field of the page. Returns false if the page has none. */
function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

interface ButtonProps {
  onClick: () => void
  /** Whether the button has only an icon. */
  isSmall?: boolean
}

export function SearchButton({ onClick, isSmall = false }: ButtonProps) {
  return (
    <UnstyledButton
      className={isSmall ? styles.icon : styles.field}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onClick}
    >
      <Search size={isSmall ? 18 : 16} aria-hidden />
      {isSmall ? (
        <HiddenText>Search or jump to</HiddenText>
      ) : (
        <>
          <span className={styles.words}>Search or jump to</span>
          <kbd aria-hidden>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </>
      )}
    </UnstyledButton>
  )
}
