import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { explain } from '#lib/errors.ts'
import { Notice } from '../notice.tsx'
import styles from './dialog.module.css'
import { dangerousButton, Dialog, DialogButtons } from './dialog.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** The title names the action, such as "Accept Bid". */
  title: string
  /** The question, such as "Accept this bid? This will reject all others." */
  question: string
  /** Details about the subject and the consequences. */
  children?: ReactNode
  confirm: string
  /** The label of the button that closes the dialog, if "Cancel" would be ambiguous. */
  dismiss?: string
  isDangerous?: boolean
  onConfirm: () => Promise<void>
  /** Returns the message to show after a failure. */
  explainFailure?: (error: unknown) => string
}

/** Asks the user to confirm an action, and stays open until the action succeeds. */
export function ConfirmDialog({ question, children, explainFailure = explain, ...props }: Props) {
  const { opened, onClose, title, confirm, dismiss = 'Cancel' } = props
  const { isDangerous = false, onConfirm } = props
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const close = () => {
    if (isRunning) return
    setFailure(undefined)
    onClose()
  }
  const run = async () => {
    // Ignore a second click while the dialog fades out.
    if (!opened) return
    setRunning(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(explainFailure(error))
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
          {dismiss}
        </Button>
        <Button
          {...(isDangerous ? dangerousButton : {})}
          loading={isRunning}
          onClick={() => void run()}
        >
          {confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
