import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { explainAfter } from '#lib/errors.ts'
import { Dialog, DialogButtons, dangerous } from './dialog.tsx'
import styles from './dialog.module.css'
import { Notice } from '../notice.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** The action, as on the button that asked: "Accept Bid". */
  title: string
  /** "Accept this bid? This will reject all others." */
  question: string
  /** Who or what it is about, and anything else it brings about. */
  children?: ReactNode
  confirm: string
  isDangerous?: boolean
  onConfirm: () => Promise<void>
  /** The screen's own sentence, before the server's. */
  failed?: string
}

/** Asks before what cannot be undone. It stays open until that is done, and says why it was not. */
export function ConfirmDialog({ question, children, failed = '', ...props }: Props) {
  const { opened, onClose, title, confirm, isDangerous = false, onConfirm } = props
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const close = () => {
    if (isRunning) return
    setFailure(undefined)
    onClose()
  }
  const run = async () => {
    // It fades away: the second of two clicks has nothing to confirm any more.
    if (!opened) return
    setRunning(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(explainAfter(failed, error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} size="sm">
      <p>{question}</p>
      {children ? <div className={styles.more}>{children}</div> : null}
      {failure ? (
        <div className={styles.failure}>
          <Notice tone="red">{failure}</Notice>
        </div>
      ) : null}
      <DialogButtons>
        <Button variant="default" onClick={close} disabled={isRunning}>
          Cancel
        </Button>
        <Button {...(isDangerous ? dangerous : {})} loading={isRunning} onClick={() => void run()}>
          {confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
