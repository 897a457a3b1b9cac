import { Menu, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { ChevronDown, LogOut, ScrollText, Settings, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { type Account, useAccount } from '../../features/accounts/session/account-context.ts'
import { sessionStore } from '../../features/accounts/session/session-store.ts'
import { HiddenText } from '../../ui/hidden-text.tsx'
import { Person, PersonPicture } from '../../ui/person.tsx'
import styles from './account-menu.module.css'
import { SchemeChoice } from './scheme-choice.tsx'

const icon = (Icon: typeof Settings) => <Icon size={16} aria-hidden />

export function AccountMenu() {
  const account = useAccount()
  const person = personOf(account)
  return (
    <Menu withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <PersonPicture {...person} size={28} />
          <HiddenText>{`Account of ${person.name}`}</HiddenText>
          <ChevronDown size={14} aria-hidden className={styles.more} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <div className={styles.who}>
          <Person {...person} detail={account.email} />
        </div>
        <Menu.Divider />
        {account.role === 'admin' ? (
          <Menu.Item component={Link} to="/admin/audit" leftSection={icon(ScrollText)}>
            Audit log
          </Menu.Item>
        ) : (
          <Menu.Item component={Link} to="/edit-profile" leftSection={icon(UserRound)}>
            Edit profile
          </Menu.Item>
        )}
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

function personOf({ userId, email, me }: Account) {
  return { id: userId, name: me?.name || email, picture: me?.picture }
}
