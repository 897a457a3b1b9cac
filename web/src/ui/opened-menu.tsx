import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import styles from './opened-menu.module.css'

interface Entry {
  label: string
  icon?: LucideIcon
  isDangerous?: boolean
}

/** An entry runs an action or is a link. */
export type MenuEntry = (Entry & { onSelect: () => void }) | (Entry & { to: string })

interface Props {
  label: string
  entries: MenuEntry[]
}

export default function OpenedMenu({ label, entries }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      defaultOpened
      onClose={() => button.current?.focus()}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size={36} aria-label={label}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {entries.map((entry) => (
          <Item key={entry.label} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ entry }: { entry: MenuEntry }) {
  const { label, icon: Icon, isDangerous = false } = entry
  const looks = {
    leftSection: Icon ? <Icon size={16} aria-hidden /> : null,
    ...(isDangerous ? { className: styles.danger } : {}),
  }
  if ('to' in entry) {
    return (
      <Menu.Item {...looks} component={Link} to={entry.to}>
        {label}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item {...looks} onClick={entry.onSelect}>
      {label}
    </Menu.Item>
  )
}
