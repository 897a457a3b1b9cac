import { UnstyledButton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { sessionStore } from '#lib/session/session-store.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { AccountFace } from './account-face.tsx'
import styles from './account-menu.module.css'

const load = () => import('./account-menu.tsx')
// If this preload fails, opening the menu loads it again.
const preload = () => void load().catch(() => undefined)
const AccountMenu = lazyPart<{ isWide: boolean }>(load, PlainSignOut)

/**
 * Renders the button of the account menu. The large menu is loaded when the pointer or the focus reaches the button. The
 * wide button also shows the name and the company.
 */
export function AccountButton({ isWide = false }: { isWide?: boolean }) {
  const [isOpened, setOpened] = useState(false)
  const button = (
    <UnstyledButton
      className={styles.button}
      data-wide={isWide || undefined}
      aria-haspopup="menu"
      aria-expanded={isOpened}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    >
      <AccountFace isWide={isWide} />
    </UnstyledButton>
  )
  if (!isOpened) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu isWide={isWide} />
    </Suspense>
  )
}

function PlainSignOut() {
  return <UnstyledButton onClick={() => void sessionStore.signOut()}>Log out</UnstyledButton>
}
