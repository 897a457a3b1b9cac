import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Inbox, LogOut, MailX, ScrollText, Settings, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useAccount } from '#lib/session/account.ts'
import { sessionStore } from '#lib/session/session-store.ts'
import { Person } from '#ui/person.tsx'
import { colorSchemes } from '#ui/ui-provider.tsx'
import { AccountFace, toPerson } from './account-face.tsx'
import styles from './account-menu.module.css'

const icon = (Icon: typeof Settings) => <Icon size={16} aria-hidden />

/** Replaces the plain button of `AccountButton` on the first click, so the menu starts open. */
export default function AccountMenu({ isWide }: { isWide: boolean }) {
  const account = useAccount()
  const button = useRef<HTMLButtonElement>(null)
  const person = toPerson(account)
  return (
    <Menu
      defaultOpened
      position={isWide ? 'top-start' : 'bottom'}
      onClose={() => button.current?.focus()}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <UnstyledButton ref={button} className={styles.button} data-wide={isWide || undefined}>
          <AccountFace isWide={isWide} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <div className={styles.who}>
          <Person {...person} detail={account.email} />
        </div>
        <Menu.Divider />
        {account.role === 'admin' ? (
          <>
            <Menu.Item component={Link} to="/inbox" leftSection={icon(Inbox)}>
              Inbox
            </Menu.Item>
            <Menu.Item component={Link} to="/admin/mails" leftSection={icon(MailX)}>
              Unsent emails
            </Menu.Item>
            <Menu.Item component={Link} to="/admin/audit" leftSection={icon(ScrollText)}>
              Audit log
            </Menu.Item>
          </>
        ) : null}
        {account.role && account.role !== 'admin' ? (
          <Menu.Item component={Link} to="/edit-profile" leftSection={icon(UserRound)}>
            Edit profile
          </Menu.Item>
        ) : null}
        <Menu.Item component={Link} to="/settings" leftSection={icon(Settings)}>
          Settings
        </Menu.Item>
        <Menu.Divider />
        <SchemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={icon(LogOut)} onClick={() => void sessionStore.signOut()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Lets the user choose the color scheme, which this device stores. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (chosen: string) => {
    const scheme = colorSchemes.find(({ value }) => value === chosen)
    if (scheme) setColorScheme(scheme.value)
  }
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      <Menu.Label>Theme</Menu.Label>
      {colorSchemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
