import type { LucideIcon } from 'lucide-react'

interface Entry {
  label: string
  icon?: LucideIcon
  isDangerous?: boolean
}

/** Something that is done, or a place to go. */
export type MenuEntry = (Entry & { onSelect: () => void }) | (Entry & { to: string })
