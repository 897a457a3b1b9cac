import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { useRef } from 'react'
import { usePhone } from '#lib/browser-state.ts'
import { CountBadge } from '#ui/badge.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { BellButton } from './bell-button.tsx'
import { NoticeActions, NoticeList } from './notice-list.tsx'
import styles from './notices.module.css'

export interface NoticesPopoverProps {
  userId: string
  unread: number
  opened: boolean
  onChange: (isOpen: boolean) => void
}

const fade = { transition: 'pop-top-right', duration: 160 } as const

/** Replaces the plain bell on the first click. Shows the notices under the bell, or on the whole screen of a phone. */
export default function NoticesPopover({ userId, unread, opened, onChange }: NoticesPopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isPhone = usePhone()
  const close = () => {
    onChange(false)
    button.current?.focus()
  }
  const list = <NoticeList userId={userId} isShown={opened} onLeave={close} />
  const actions = <NoticeActions userId={userId} onLeave={close} />
  const bell = (
    <BellButton ref={button} unread={unread} onClick={opened ? close : () => onChange(true)} />
  )
  if (isPhone) {
    return (
      <>
        {bell}
        <Dialog opened={opened} onClose={close} title="Notices" isFullScreen>
          <div className={styles.bar}>{actions}</div>
          {list}
        </Dialog>
      </>
    )
  }
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-end"
      width={440}
      offset={6}
      trapFocus
      withinPortal={false}
      hideDetached={false}
      transitionProps={fade}
    >
      <Popover.Target>{bell}</Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-labelledby="notices-title">
        <header className={styles.head}>
          <h2 id="notices-title" className={styles.heading}>
            Notices
          </h2>
          <CountBadge count={unread} what="new" />
          {actions}
        </header>
        <div className={styles.scroller}>{list}</div>
      </Popover.Dropdown>
    </Popover>
  )
}
