import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from './work-filters.module.css'

interface Props {
  opened: boolean
  title: string
  /** The text of the closing button, such as "Show 14 jobs". */
  submit: string
  onClear: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** Shows the filters on a phone. They apply at once, and the button says how many jobs match. */
export default function FilterSheet({ submit, onClear, onClose, children, ...dialog }: Props) {
  return (
    <Dialog {...dialog} onClose={onClose} isSheet>
      <div className={styles.sheet}>
        {children}
        <Button size="lg" onClick={onClose}>
          {submit}
        </Button>
        {onClear ? (
          <Button size="lg" variant="default" onClick={onClear}>
            Clear all
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}
