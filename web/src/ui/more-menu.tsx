import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from './lazy.tsx'
import type { MenuEntry } from './opened-menu.tsx'

const load = () => import('./opened-menu.tsx')
// If this preload fails, opening the menu loads it again.
const fetchAhead = () => void load().catch(() => undefined)
const OpenedMenu = lazyPart(load, () => null)

interface Props {
  /** The label, such as "More for Roof repair". */
  label: string
  entries: MenuEntry[]
}

/** Renders a menu, which is loaded when the pointer or the focus reaches its button. */
export function MoreMenu({ label, entries }: Props) {
  const [isShown, setShown] = useState(false)
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isShown}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setShown(true)}
    >
      <Ellipsis size={16} aria-hidden />
    </ActionIcon>
  )
  if (!isShown) return button
  return (
    <Suspense fallback={button}>
      <OpenedMenu label={label} entries={entries} />
    </Suspense>
  )
}
