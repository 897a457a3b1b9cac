import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { useFocusBack } from './use-focus-back.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** The action: "Post Job". */
  title: string
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
}

const closeButton = { 'aria-label': 'Close' }
const quick = { transition: 'fade', duration: 150 } as const

export function Dialog({ size = 'md', ...rest }: Props) {
  useFocusBack(rest.opened)
  return (
    <Modal
      {...rest}
      size={size}
      centered
      padding="lg"
      radius="md"
      transitionProps={quick}
      closeButtonProps={closeButton}
      className={styles.dialog}
    />
  )
}

/** At the foot of a dialog, the confirming one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
