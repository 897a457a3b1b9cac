import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { type ReactNode, useEffect } from 'react'
import { focusNearest, traceOf } from '../lost-focus.ts'
import styles from './dialog.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  /** The title names the action, such as "Post Job". */
  title: string
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
  isFullScreen?: boolean
  /** Whether the dialog stands at the bottom of the window. */
  isSheet?: boolean
}

const closeButton = { 'aria-label': 'Close' }
const quick = { transition: 'fade', duration: 150 } as const

export function Dialog({ size = 'md', isFullScreen = false, isSheet = false, ...rest }: Props) {
  useFocusBack(rest.opened)
  return (
    <Modal
      {...rest}
      size={size}
      fullScreen={isFullScreen}
      centered={!isSheet}
      padding="lg"
      radius="md"
      transitionProps={quick}
      closeButtonProps={closeButton}
      className={isSheet ? `${styles.dialog} ${styles.sheet}` : styles.dialog}
    />
  )
}

/** The confirming button comes last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

let openDialogs = 0
/** The element outside of dialogs that had the focus when a dialog opened, followed by its ancestors. */
let focusedBefore: Element[] = []

/** Mantine moves the focus back only for dialogs that mount before they open, but ours load on demand. */
export function useFocusBack(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    const active = document.activeElement
    if (active && !isNowhere(active)) focusedBefore = traceOf(active)
    openDialogs += 1
    return () => {
      openDialogs -= 1
      // Do not move the focus if an element has it on purpose, such as the title of another page.
      setTimeout(() => {
        if (openDialogs === 0 && isNowhere(document.activeElement)) focusNearest(focusedBefore)
      })
    }
  }, [opened])
}

function isNowhere(element: Element | null) {
  return !element || element === document.body || element.closest('[role=dialog]') !== null
}

/** Props for a button that confirms a destructive action. */
export const dangerousButton = { color: 'red', className: styles.dangerous ?? '' }
