import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { AccountFace } from './account-face.tsx'
import styles from './account-menu.module.css'

const load = () => import('./account-menu.tsx')
const AccountMenu = lazy(load)

/** The menu weighs more than the rest of the frame: it comes when a hand moves towards it. */
export function AccountButton() {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <UnstyledButton
      className={styles.button}
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
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
