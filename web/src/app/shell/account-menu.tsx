import { Menu, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Bell, LogOut, MailX, ScrollText, Settings, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { sessionStore } from '#features/accounts/session/session-store.ts'
import { Person } from '#ui/person.tsx'
import { AccountFace } from './account-face.tsx'
import styles from './account-menu.module.css'
import { personOf } from './person-of.ts'
import { SchemeChoice } from './scheme-choice.tsx'

const icon = (Icon: typeof Settings) => <Icon size={16} aria-hidden />

/** Loaded to be opened. */
export default function AccountMenu() {
  const account = useAccount()
  const button = useRef<HTMLButtonElement>(null)
  const person = personOf(account)
  return (
    <Menu
      defaultOpened
      onClose={() => button.current?.focus()}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <UnstyledButton ref={button} className={styles.button}>
          <AccountFace />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <div className={styles.who}>
          <Person {...person} detail={account.email} />
        </div>
        <Menu.Divider />
        {account.role === 'admin' ? (
          <>
            <Menu.Item component={Link} to="/inbox" leftSection={icon(Bell)}>
              Inbox
            </Menu.Item>
            <Menu.Item component={Link} to="/admin/mails" leftSection={icon(MailX)}>
              Unsent mails
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
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
