import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import styles from './dialog.module.css'

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

let openDialogs = 0
/** Where the focus was focusedBefore the first of those that are openDialogs. */
let focusedBefore: HTMLElement | undefined

/**
 * When a dialog closes, the focus goes back to where it was. Mantine does so for a dialog that was there, closed,
 * focusedBefore; ours are loaded to be opened, and one that waits for something is followed by the one that shows it.
 */
function useFocusBack(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    const active = document.activeElement
    if (active instanceof HTMLElement && !isNowhere(active)) focusedBefore = active
    openDialogs += 1
    return () => {
      openDialogs -= 1
      // Unless something was focused on purpose meanwhile, such as the title of another page.
      setTimeout(() => {
        if (openDialogs === 0 && isNowhere(document.activeElement)) focusedBefore?.focus()
      })
    }
  }, [opened])
}

function isNowhere(element: Element | null) {
  return !element || element === document.body || element.closest('[role=dialog]') !== null
}

/** Of a button that confirms what takes something away. */
export const dangerous = { color: 'red', className: styles.dangerous ?? '' }
