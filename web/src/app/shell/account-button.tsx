import { UnstyledButton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { sessionStore } from '#features/accounts/session/session-store.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { AccountFace } from './account-face.tsx'
import styles from './account-menu.module.css'

const load = () => import('./account-menu.tsx')
// What fails now is tried again when the menu is opened.
const fetchAhead = () => void load().catch(() => undefined)
const AccountMenu = lazyPart(load, PlainSignOut)

/** The menu weighs more than the rest of the frame: it comes when a hand moves towards it. */
export function AccountButton() {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <UnstyledButton
      className={styles.button}
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setWanted(true)}
    >
      <AccountFace />
    </UnstyledButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu />
    </Suspense>
  )
}

function PlainSignOut() {
  return <UnstyledButton onClick={() => void sessionStore.signOut()}>Sign out</UnstyledButton>
}
